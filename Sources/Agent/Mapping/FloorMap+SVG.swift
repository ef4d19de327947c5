import FoundationEssentials
import Survey
import Venue

extension FloorMap {
    private static let margin = 2.0

    /// The drawing as SVG 1.1, with the plan inside: one file that any browser shows.
    public var svg: String { svg(with: []) }

    /// The same with marks over it.
    public func svg(with marks: [Mark]) -> String {
        let box = bounds
        let origin = "\(number(box.low.x)) \(number(box.low.y))"
        let size = "\(number(box.high.x - box.low.x)) \(number(box.high.y - box.low.y))"
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="\#(origin) \#(size)">"#,
            "<title>\(escaped(floor.name))</title>",
        ]
        lines += planImage
        for coverage in tracks { lines += drawing(of: coverage) }
        for slot in slots { lines += drawing(of: slot) }
        for mark in marks {
            lines.append(
                #"<circle cx="\#(number(mark.point.x))" cy="\#(number(mark.point.y))" r="0.5" fill="\#(mark.colour)" "#
                    + #"fill-opacity="0.6"><title>\#(escaped(mark.title))</title></circle>"#
            )
        }
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private var bounds: (low: Point, high: Point) {
        var points = slots.map(\.point) + tracks.flatMap(\.track.points)
        if let plan = floor.plan {
            let (width, height) = (Double(plan.width), Double(plan.height))
            points += [(0, 0), (width, 0), (0, height), (width, height)].map {
                floor.point(atPixel: Point(x: $0.0, y: $0.1))
            }
        }
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        return (
            Point(x: (xs.min() ?? 0) - Self.margin, y: (ys.min() ?? 0) - Self.margin),
            Point(x: (xs.max() ?? 10) + Self.margin, y: (ys.max() ?? 10) + Self.margin)
        )
    }

    private var planImage: [String] {
        guard let extent = floor.extent else { return [] }
        let place = #"width="\#(number(extent.x))" height="\#(number(extent.y))""#
        let turn = floor.rotation == 0 ? "" : #" transform="rotate(\#(number(-floor.rotation)))""#
        guard let plan else {
            return [#"<rect \#(place)\#(turn) fill="none" stroke="gray" stroke-width="0.1" stroke-dasharray="0.5"/>"#]
        }
        let data = Data(plan).base64EncodedString()
        return [#"<image \#(place)\#(turn) preserveAspectRatio="none" xlink:href="data:image/png;base64,\#(data)"/>"#]
    }

    /// The track in grey, and what was surveyed of it in green.
    private func drawing(of coverage: TrackCoverage) -> [String] {
        let track = coverage.track
        let course = track.points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
        var lines = [
            #"<polyline points="\#(course)" fill="none" stroke="gray" stroke-width="0.4" stroke-linejoin="round"/>"#
        ]
        var metre = 0
        while metre < coverage.metres.count {
            guard coverage.metres[metre] else {
                metre += 1
                continue
            }
            let start = metre
            while metre < coverage.metres.count, coverage.metres[metre] { metre += 1 }
            let piece = (start...metre).map { track.point(at: Double($0)) }
            let points = piece.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
            lines.append(#"<polyline points="\#(points)" fill="none" stroke="green" stroke-width="0.4"/>"#)
        }
        let label = "\(track.name) \(Int((coverage.share * 100).rounded())) %"
        lines.append(text(label, at: track.point(at: track.length / 2), colour: "dimgray"))
        return lines
    }

    private func drawing(of slot: MappedSlot) -> [String] {
        let colour = slot.identity == nil ? "white" : "royalblue"
        let title = slot.identity.map { "\($0)" } ?? "empty"
        return [
            #"<circle cx="\#(number(slot.point.x))" cy="\#(number(slot.point.y))" r="0.4" fill="\#(colour)" stroke="royalblue" "#
                + #"stroke-width="0.1"><title>\#(escaped(title))</title></circle>"#,
            text(slot.label, at: Point(x: slot.point.x + 0.6, y: slot.point.y + 0.3), colour: "royalblue"),
        ]
    }

    private func text(_ text: String, at point: Point, colour: String) -> String {
        #"<text x="\#(number(point.x))" y="\#(number(point.y))" font-size="0.9" font-family="sans-serif" fill="\#(colour)">"#
            + "\(escaped(text))</text>"
    }

    /// To the centimetre, without an exponent.
    private func number(_ value: Double) -> String {
        let hundredths = Int64((value * 100).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // Control characters may not stand in XML at all.
            case _ where scalar.value < 32 && scalar != "\t" && scalar != "\n": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
