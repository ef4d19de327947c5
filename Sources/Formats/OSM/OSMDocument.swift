import JSON

/// An extract of OpenStreetMap: XML as its editors keep it (API 0.6), or JSON as Overpass answers.
struct OSMDocument {
    /// By id.
    private(set) var nodes: [Int64: Node] = [:]
    private(set) var ways: [Way] = []
    /// Relations, which are counted and not read.
    private(set) var relations = 0

    /// A place, in degrees.
    struct Node {
        let latitude: Double
        let longitude: Double
        var tags: [String: String]
    }

    /// A line or an outline.
    struct Way {
        let id: Int64
        var nodes: [Int64] = []
        var tags: [String: String] = [:]
    }

    init(_ bytes: [UInt8], path: String) throws(ImportError) {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == UInt8(ascii: "{") {
            try readJSON(bytes, path)
        } else {
            try readXML(bytes, path)
        }
    }

    private mutating func readJSON(_ bytes: [UInt8], _ path: String) throws(ImportError) {
        let file = try JSONFile(bytes, path: path)
        guard let elements = file.document["elements"]?.elements else { throw file.missing("elements") }
        for (number, element) in elements.enumerated() {
            guard let id = element["id"]?.integer, let type = element["type"]?.text else {
                throw file.missing("elements[\(number)]'s type or id")
            }
            let tags = (element["tags"]?.members ?? [:]).compactMapValues(\.text)
            switch type {
            case "node":
                guard let latitude = element["lat"]?.double, let longitude = element["lon"]?.double,
                    add(node: id, latitude, longitude, tags)
                else { throw file.missing("elements[\(number)]'s lat or lon") }
            case "way":
                let nodes = (element["nodes"]?.elements ?? []).compactMap(\.integer)
                ways.append(Way(id: id, nodes: nodes, tags: tags))
            default: relations += 1
            }
        }
    }

    private mutating func readXML(_ bytes: [UInt8], _ path: String) throws(ImportError) {
        var scanner = try XMLScanner(bytes, path: path)
        var owner: Owner?
        while let tag = try scanner.next() {
            func malformed(_ reason: String) -> ImportError { .malformed(path: path, line: tag.line, reason: reason) }
            func id(_ name: String) throws(ImportError) -> Int64 {
                guard let id = tag.attributes[name].flatMap({ Int64($0) }) else {
                    throw malformed("<\(tag.name)> has no \(name).")
                }
                return id
            }
            switch tag.name {
            case "node" where !tag.isEnd:
                let node = try id("id")
                guard let latitude = tag.attributes["lat"].flatMap({ Double($0) }),
                    let longitude = tag.attributes["lon"].flatMap({ Double($0) }),
                    add(node: node, latitude, longitude, [:])
                else { throw malformed("<node> has no lat and lon on Earth.") }
                owner = tag.isWhole ? nil : .node(node)
            case "way" where !tag.isEnd:
                ways.append(Way(id: try id("id")))
                owner = tag.isWhole ? nil : .way
            case "relation" where !tag.isEnd:
                relations += 1
                owner = nil
            case "node", "way", "relation": owner = nil
            case "nd" where !tag.isEnd:
                if case .way? = owner { ways[ways.count - 1].nodes.append(try id("ref")) }
            case "tag" where !tag.isEnd:
                guard let key = tag.attributes["k"], let value = tag.attributes["v"] else {
                    throw malformed("<tag> has no k and v.")
                }
                switch owner {
                case .node(let node)?: nodes[node]?.tags[key] = value
                case .way?: ways[ways.count - 1].tags[key] = value
                case nil: break
                }
            default: break
            }
        }
    }

    private enum Owner {
        case node(Int64)
        case way
    }

    private mutating func add(node: Int64, _ latitude: Double, _ longitude: Double, _ tags: [String: String]) -> Bool {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return false }
        nodes[node] = Node(latitude: latitude, longitude: longitude, tags: tags)
        return true
    }
}
