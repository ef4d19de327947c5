public import Survey

extension BeaconRegister {
    /// The register's events: a slot per row with what hangs in it, each in a batch of its own.
    ///
    /// Rows whose label the project has are passed over; so is an identity that hangs somewhere already.
    public func survey(
        floors: [String: FloorID],
        labels: Set<String>,
        identities: Set<BeaconIdentity>,
        ids: ImportIdentifiers
    ) -> ImportedSurvey {
        var (labels, identities) = (labels, identities)
        var (doubledLabels, doubledIdentities) = (0, 0)
        var batches: [[SurveyEvent]] = []
        for row in rows {
            guard labels.insert(row.label).inserted else {
                doubledLabels += 1
                continue
            }
            let events = row.events(
                slot: ids.identifier("register", "slot", row.label),
                assignment: ids.identifier("register", "assignment", "\(row.label) \(row.identity?.description ?? "")"),
                floor: row.floor.flatMap { floors[$0] }
            )
            let hangsElsewhere = row.identity.map { !identities.insert($0).inserted } ?? false
            if hangsElsewhere { doubledIdentities += 1 }
            batches.append(hangsElsewhere ? Array(events.prefix(1)) : events)
        }
        return ImportedSurvey(
            batches: batches,
            notes: [
                doubledLabels == 0 ? nil : "\(doubledLabels) labels are there already and are passed over.",
                doubledIdentities == 0 ? nil : "\(doubledIdentities) identities hang elsewhere and are passed over.",
            ].compactMap { $0 }
        )
    }
}
