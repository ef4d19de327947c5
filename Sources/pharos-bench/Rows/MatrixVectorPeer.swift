import FoundationEssentials

/// The stock way to compare a scan with every print: numpy's matrix-vector product on one core.
enum MatrixVectorPeer {
    private static let script = """
        import time
        import numpy as np
        prints = np.random.default_rng(1).random((POINTS, SLOTS), dtype=np.float32)
        norms = (prints * prints).sum(1)
        scan = np.zeros(SLOTS, dtype=np.float32)
        scan[:HEARD] = 0.5
        def query():
            distances = norms - 2 * (prints @ scan)
            nearest = np.argpartition(distances, 3)[:3]
            return nearest[np.argsort(distances[nearest])]
        query()
        rates = []
        for _ in range(3):
            start = time.perf_counter()
            for _ in range(2000):
                query()
            rates.append(2000 / (time.perf_counter() - start))
        print(sorted(rates)[1])
        """

    /// Queries per second; nil where there is no Python with numpy.
    static func queriesPerSecond(points: Int, slots: Int, heard: Int) -> Double? {
        let program = script.replacing("POINTS", with: "\(points)").replacing("SLOTS", with: "\(slots)")
            .replacing("HEARD", with: "\(heard)")
        return PythonPeer.figure(of: program)
    }
}
