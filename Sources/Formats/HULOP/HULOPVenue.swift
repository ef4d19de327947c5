import Pictures
import Survey

/// The sample venue of HULOP's MapService, as its files have it.
///
/// It has two levels: one that was surveyed, described by `mapdata.json`, and one that is routed on, described by
/// `MapData-sample.geojson`, `floormaps.json` and its picture. HULOP's coordinates are metres with y up, around a pixel
/// that is counted from the picture's bottom left corner.
public struct HULOPVenue: Sendable {
    let surveyed: Level
    let beacons: [Beacon]
    /// In the order of the file.
    let scans: [RecordedScan]
    let routed: [Level]
    let links: [Link]
    let places: [Place]

    /// A floor with its plan.
    struct Level: Sendable {
        let number: Int
        let picture: [UInt8]
        let header: PNGHeader
        let pixelsPerMetre: Double
        /// The pixel at HULOP's origin, counted from the left and from the bottom.
        let origin: (x: Double, y: Double)
        /// Degrees of latitude and longitude at HULOP's origin.
        let latitude: Double
        let longitude: Double
        /// Degrees clockwise from north to HULOP's y axis.
        let rotation: Double

        /// HULOP's origin in the floor's frame: metres from the top left corner, y down.
        var originPoint: Point {
            Point(x: origin.x / pixelsPerMetre, y: (Double(header.height) - origin.y) / pixelsPerMetre)
        }

        /// A place in the floor's frame, from HULOP's metres.
        func point(x: Double, y: Double) -> Point { Point(x: originPoint.x + x, y: originPoint.y - y) }

        /// Where the floor lies on Earth.
        var anchor: GeographicAnchor {
            // HULOP's y axis, which is the plan's up, points `rotation` clockwise from north: north is as far back.
            GeographicAnchor(latitude: latitude, longitude: longitude, northAngle: -rotation, origin: originPoint)
        }
    }

    /// A beacon that was deployed, or one that was only heard and whose place is not known.
    struct Beacon: Sendable {
        let identity: BeaconIdentity
        /// Major and minor, as HULOP writes them.
        let label: String
        let position: MountPosition?
    }

    /// A straight piece of the route network.
    struct Link: Sendable {
        let id: String
        let level: Int
        let ends: [(latitude: Double, longitude: Double)]
    }

    /// A facility or an entrance with a name.
    struct Place: Sendable {
        let id: String
        let title: String
        let text: String
        let level: Int
        let latitude: Double
        let longitude: Double
    }
}
