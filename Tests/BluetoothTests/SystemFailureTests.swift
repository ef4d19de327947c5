import Glibc
import Radio
import Testing

@testable import Bluetooth

@Suite("What a failed system call means")
struct SystemFailureTests {
    @Test("only a kernel without the family has no Bluetooth: other failures are told as what they are")
    func sights() {
        #expect(SystemFailure(code: EAFNOSUPPORT).sight == .noBluetooth)
        #expect(SystemFailure(code: EPERM).sight == .unseen(.notPermitted))
        #expect(SystemFailure(code: EMFILE).sight == .unseen(.other(code: EMFILE)))
    }
}
