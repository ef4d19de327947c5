public import Survey

/// The register of slots and what hangs in them, as a table that facility staff open in a spreadsheet.
///
/// What is lost on the way out: the history of a slot, offsets and conflicts. What a table says of a slot or of an
/// identity that the project has already is passed over on the way in.
public struct BeaconRegister: Hashable, Sendable {
    public var rows: [Row]

    /// A slot.
    public struct Row: Hashable, Sendable {
        public let label: String
        /// The floor's name.
        public let floor: String?
        public let position: MountPosition?
        /// What hangs there now.
        public let identity: BeaconIdentity?
        public let radio: RadioSettings
        public let hardware: BeaconHardware?

        public init(
            label: String,
            floor: String? = nil,
            position: MountPosition? = nil,
            identity: BeaconIdentity? = nil,
            radio: RadioSettings = RadioSettings(),
            hardware: BeaconHardware? = nil
        ) {
            self.label = label
            self.floor = floor
            self.position = position
            self.identity = identity
            self.radio = radio
            self.hardware = hardware
        }
    }

    public init(rows: [Row]) { self.rows = rows }

    private static let columns = [
        "label", "floor", "x", "y", "height", "identity", "measured_power", "transmit_power", "interval_ms", "model",
        "serial", "battery_mah", "current_ua",
    ]

    /// The table: metres, dBm, milliseconds; a head, then a row per slot.
    public var text: String {
        var table = CommaSeparatedText()
        table.add(Self.columns)
        for row in rows {
            table.add([
                row.label, row.floor, row.position.map { "\($0.point.x)" }, row.position.map { "\($0.point.y)" },
                row.position?.height.map { "\($0)" }, row.identity?.description,
                row.radio.measuredPower.map { "\($0)" }, row.radio.transmitPower.map { "\($0)" },
                row.radio.advertisingInterval.map { "\($0)" }, row.hardware?.model, row.hardware?.serial,
                row.hardware?.batteryCapacity.map { "\($0)" }, row.hardware?.averageCurrent.map { "\($0)" },
            ])
        }
        return table.text
    }

    /// Reads a table; columns may stand in any order, and all but the label may be missing.
    public init(_ bytes: [UInt8], path: String) throws(ImportError) {
        let table = try RecordedTable(bytes, path: path)
        _ = try table.column("label")
        var rows: [Row] = []
        for row in table.rows { rows.append(try Row(Cells(row, table))) }
        self.rows = rows
    }
}

/// The fields of one row by their columns' names; an empty one is absent.
private struct Cells {
    let row: CommaSeparatedRow
    private let table: RecordedTable

    init(_ row: CommaSeparatedRow, _ table: RecordedTable) {
        self.row = row
        self.table = table
    }

    func text(_ name: String) -> String? {
        guard let column = try? table.column(name) else { return nil }  // columns that are not there are absent
        let field = row.fields[column]
        return field.isEmpty ? nil : field
    }

    func number<Number: LosslessStringConvertible>(_ name: String) throws(ImportError) -> Number? {
        guard let field = text(name) else { return nil }
        return try row.number(field)
    }
}

extension BeaconRegister.Row {
    fileprivate init(_ cells: Cells) throws(ImportError) {
        guard let label = cells.text("label"), label.count <= 200 else {
            throw cells.row.malformed("A label has 1–200 characters.")
        }
        let (x, y): (Double?, Double?) = (try cells.number("x"), try cells.number("y"))
        var position: MountPosition?
        if let x, let y {
            guard Point(x: x, y: y).isPlausible else { throw cells.row.malformed("x and y lie within 100 km.") }
            position = MountPosition(point: Point(x: x, y: y), height: try cells.number("height"))
        } else if x != nil || y != nil {
            throw cells.row.malformed("x and y come together.")
        }
        var identity: BeaconIdentity?
        if let text = cells.text("identity") {
            identity = BeaconIdentity(text)
            if identity == nil { throw cells.row.malformed("\"\(text.prefix(60))\" is no identity.") }
        }
        let hardware = BeaconHardware(
            model: cells.text("model"),
            serial: cells.text("serial"),
            batteryCapacity: try cells.number("battery_mah"),
            averageCurrent: try cells.number("current_ua")
        )
        self.init(
            label: label,
            floor: cells.text("floor"),
            position: position,
            identity: identity,
            radio: RadioSettings(
                measuredPower: try cells.number("measured_power"),
                transmitPower: try cells.number("transmit_power"),
                advertisingInterval: try cells.number("interval_ms")
            ),
            hardware: hardware == BeaconHardware() ? nil : hardware
        )
        do {
            for event in events(slot: SlotID(high: 0, low: 0), assignment: AssignmentID(high: 0, low: 0), floor: nil) {
                try event.validate()
            }
        } catch {
            throw cells.row.malformed("\(error)")
        }
    }

    /// The events that make the slot and hang what is in it.
    func events(slot: SlotID, assignment: AssignmentID, floor: FloorID?) -> [SurveyEvent] {
        let created = SlotCreated(slot: slot, label: label, floor: floor, position: position)
        guard let identity else { return [.slotCreated(created)] }
        let registered = BeaconRegistered(
            assignment: assignment,
            slot: slot,
            identity: identity,
            radio: radio,
            hardware: hardware,
            effectiveAge: .sinceStart
        )
        return [.slotCreated(created), .beaconRegistered(registered)]
    }
}
