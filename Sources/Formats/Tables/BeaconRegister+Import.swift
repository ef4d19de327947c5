public import Survey

extension BeaconRegister {
    /// The register's events: a slot per row with what hangs in it, each in a batch of its own.
    ///
    /// `floors` are the project's by what the rows call them. Rows whose label the project has are passed over; so is an
    /// identity that hangs somewhere already, or that `policy`, the project's, cannot tell from others.
    public func survey(
        part: ImportPart = .whole,
        floors: [String: FloorID],
        labels: Set<String>,
        identities: [BeaconIdentity],
        policy: IdentityPolicy,
        ids: ImportIdentifiers
    ) -> ImportedSurvey {
        var labels = labels
        var identities = Set(identities.compactMap { $0.key(under: policy) })
        var (doubledLabels, doubledIdentities, nameless) = (0, 0, 0)
        var batches: [[SurveyEvent]] = []
        // Dealt out before anything is passed over: what another part has made must not change whose a row is.
        for row in part.share(of: rows) {
            guard labels.insert(row.label).inserted else {
                doubledLabels += 1
                continue
            }
            let events = row.events(
                slot: ids.identifier("register", "slot", row.label),
                assignment: ids.identifier("register", "assignment", "\(row.label) \(row.identity?.description ?? "")"),
                floor: row.floor.flatMap { floors[$0] }
            )
            var isTaken = false
            if let identity = row.identity {
                if let key = identity.key(under: policy) {
                    isTaken = !identities.insert(key).inserted
                    doubledIdentities += isTaken ? 1 : 0
                } else {
                    (isTaken, nameless) = (true, nameless + 1)
                }
            }
            batches.append(isTaken ? Array(events.prefix(1)) : events)
        }
        return ImportedSurvey(
            batches: batches,
            notes: [
                doubledLabels == 0 ? nil : "\(doubledLabels) labels are there already and are passed over.",
                doubledIdentities == 0 ? nil : "\(doubledIdentities) identities hang elsewhere and are passed over.",
                nameless == 0
                    ? nil : "\(nameless) identities lack what the project tells beacons apart by and are passed over.",
            ].compactMap { $0 }
        )
    }
}
