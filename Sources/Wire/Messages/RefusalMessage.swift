import CPharosSchema
import Sync

extension Refusal: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Refusal>?) -> Void { pharos__refusal__init }

    func write(to raw: inout Pharos__Refusal, in arena: borrowing Arena) {
        switch self {
        case .invalidCode: raw.reason = PHAROS__REFUSAL__REASON__INVALID_CODE
        case .expiredCode: raw.reason = PHAROS__REFUSAL__REASON__EXPIRED_CODE
        case .otherProject: raw.reason = PHAROS__REFUSAL__REASON__OTHER_PROJECT
        case .unknownAgent: raw.reason = PHAROS__REFUSAL__REASON__UNKNOWN_AGENT
        case .badSignature: raw.reason = PHAROS__REFUSAL__REASON__BAD_SIGNATURE
        case .revoked: raw.reason = PHAROS__REFUSAL__REASON__REVOKED_AGENT
        case .upgradeNeeded(let minimum):
            raw.reason = PHAROS__REFUSAL__REASON__UPGRADE_NEEDED
            (raw.has_minimum, raw.minimum) = (1, minimum)
        case .notAllowed: raw.reason = PHAROS__REFUSAL__REASON__NOT_ALLOWED
        case .retryAfter(let milliseconds):
            raw.reason = PHAROS__REFUSAL__REASON__RETRY_AFTER
            (raw.has_retry_after, raw.retry_after) = (1, milliseconds)
        case .historyChanged: raw.reason = PHAROS__REFUSAL__REASON__HISTORY_CHANGED
        case .protocolViolation(let explanation):
            raw.reason = PHAROS__REFUSAL__REASON__PROTOCOL_VIOLATION
            (raw.has_explanation, raw.explanation) = (1, arena.data(explanation))
        case .impossible(let explanation):
            raw.reason = PHAROS__REFUSAL__REASON__IMPOSSIBLE
            (raw.has_explanation, raw.explanation) = (1, arena.data(explanation))
        }
    }

    init(_ raw: Pharos__Refusal) throws(MalformedMessage) {
        switch raw.reason {
        case PHAROS__REFUSAL__REASON__INVALID_CODE: self = .invalidCode
        case PHAROS__REFUSAL__REASON__EXPIRED_CODE: self = .expiredCode
        case PHAROS__REFUSAL__REASON__OTHER_PROJECT: self = .otherProject
        case PHAROS__REFUSAL__REASON__UNKNOWN_AGENT: self = .unknownAgent
        case PHAROS__REFUSAL__REASON__BAD_SIGNATURE: self = .badSignature
        case PHAROS__REFUSAL__REASON__REVOKED_AGENT: self = .revoked
        case PHAROS__REFUSAL__REASON__UPGRADE_NEEDED where raw.has_minimum != 0:
            self = .upgradeNeeded(minimum: raw.minimum)
        case PHAROS__REFUSAL__REASON__NOT_ALLOWED: self = .notAllowed
        case PHAROS__REFUSAL__REASON__RETRY_AFTER where raw.has_retry_after != 0: self = .retryAfter(raw.retry_after)
        case PHAROS__REFUSAL__REASON__HISTORY_CHANGED: self = .historyChanged
        case PHAROS__REFUSAL__REASON__PROTOCOL_VIOLATION where raw.has_explanation != 0:
            self = .protocolViolation(try raw.explanation.text("explanation"))
        case PHAROS__REFUSAL__REASON__IMPOSSIBLE where raw.has_explanation != 0:
            self = .impossible(try raw.explanation.text("explanation"))
        default: throw MalformedMessage("reason \(raw.reason.rawValue) is unknown or lacks what belongs to it.")
        }
    }
}
