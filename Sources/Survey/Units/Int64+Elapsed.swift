extension Int64 {
    /// The milliseconds from an earlier moment to this one; 0 where that one is later.
    ///
    /// Moments come from files and from clocks that anybody may have set: the difference of two may be too large to tell.
    public func elapsed(since earlier: Int64) -> Int64 {
        guard earlier < self else { return 0 }
        let (difference, overflow) = subtractingReportingOverflow(earlier)
        return overflow ? .max : difference
    }
}
