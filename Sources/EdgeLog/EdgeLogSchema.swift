/// The migrations of the edge log, as text in the program: a static binary has no folder to look for them in.
///
/// Each is the file of that name in `schema/sqlite`, to the byte; `tools/generate` writes them.
enum EdgeLogSchema {
    /// One migration; forward only, never edited once released.
    struct Migration {
        /// 1, 2, 3 …: the schema's version once it is applied.
        let number: Int
        let name: String
        let sql: String
    }
}
