import CommandLineKit
import Testing

@Suite("Program")
struct ProgramTests {
    @Test("a verb alone runs, its answer on stdout and its notes on stderr")
    func verb() async {
        let run = await Transcript("echo", "hello", "--speed=1.2m/s", "--rest", "1h30m", "--shout")
        #expect(run.status == .success)
        #expect(run.out == "HELLO 1.2 1h30m\n")
        #expect(run.err == "about to speak\n")
    }

    @Test("--json answers in one object with sorted keys, wherever it stands")
    func json() async {
        for run in [await Transcript("--json", "echo", "x"), await Transcript("echo", "x", "--json")] {
            #expect(run.out == #"{"speed":null,"word":"x"}"# + "\n")
        }
    }

    @Test("--quiet leaves the answer and the errors")
    func quiet() async {
        let run = await Transcript("echo", "x", "--quiet")
        #expect(run.err.isEmpty)
        let failed = await Transcript("echo", "--quiet")
        #expect(failed.err.hasPrefix("sample: Expected a word.\n"))
    }

    @Test("an error says what failed and what to do, and has its own exit status")
    func explained() async {
        let run = await Transcript("beacon", "fail", "revoked")
        #expect(run.status == .notAllowed)
        #expect(run.status.rawValue == 77)
        #expect(run.err == "sample: The server refused this agent.\n  Ask an administrator for an invitation.\n")
        #expect(run.out.isEmpty)
    }

    @Test(
        "every way to end is an exit status of its own",
        arguments: [
            ("defect", CommandLineKit.ExitStatus.software, Int32(70)), ("stop", .interrupted, 130), ("no", .failure, 1),
        ]
    )
    func statuses(way: String, status: CommandLineKit.ExitStatus, number: Int32) async {
        let run = await Transcript("beacon", "fail", way)
        #expect(run.status == status)
        #expect(run.status.rawValue == number)
    }

    @Test(
        "a misspelt word is an error that offers what may have been meant",
        arguments: [
            (["ehco", "x"], "Unknown command: ehco. Did you mean echo?"),
            (["beacom", "fail"], "Unknown command: beacom. Did you mean beacon?"),
            (["beacon", "fial", "x"], "Unknown command: beacon fial. Did you mean beacon fail?"),
            (["echo", "x", "--sped", "2"], "Unknown argument: --sped. Did you mean --speed?"),
            (["echo", "x", "--jsno"], "Unknown argument: --jsno. Did you mean --json?"),
            (["echo", "x", "--zzzzz"], "Unknown argument: --zzzzz."),
            (["echo", "x", "y"], "Unknown argument: y."),
            (["beacon"], "\"beacon\" needs a verb: fail, erase."),
        ]
    )
    func misspelt(words: [String], message: String) async {
        let run = await Transcript(more: words)
        #expect(run.status == .usage)
        #expect(run.err.hasPrefix("sample: \(message)\n"))
        #expect(run.out.isEmpty)
    }

    @Test("help of the whole lists every command and common option")
    func overview() async {
        let run = await Transcript("--help")
        #expect(run.status == .success)
        for part in [
            "sample: Shows how", "Speaking\n", "echo          Say what was given", "beacon erase", "--home DIR",
        ] {
            #expect(run.out.contains(part))
        }
        let alone = await Transcript()
        #expect(alone.status == .usage)
        #expect(alone.out.isEmpty)
        #expect(alone.err == run.out)
    }

    @Test("help of a command shows its usage and options, whether asked before or behind")
    func manual() async {
        let run = await Transcript("echo", "--help")
        #expect(run.out.contains("usage: sample echo WORD [--speed M/S]"))
        #expect(run.out.contains("  --speed M/S  How fast\n"))
        #expect(await Transcript("help", "echo").out == run.out)
        #expect(await Transcript("--help", "echo").out == run.out)
        let noun = await Transcript("beacon", "--help")
        #expect(noun.out.contains("erase") && noun.out.contains("fail") && !noun.out.contains("echo"))
    }

    @Test("a common option may stand before the command")
    func commonOption() async {
        let run = await Transcript("--home", "/tmp/x", "echo", "word")
        #expect(run.err.contains("Unknown argument: --home"))  // this command does not take it, and so refuses it
        #expect(run.err.contains("usage: sample echo"))
    }

    @Test("--version says the version")
    func version() async {
        #expect(await Transcript("--version").out == "sample 1.2.3\n")
        #expect(await Transcript("--version", "--json").out == #"{"name":"sample","version":"1.2.3"}"# + "\n")
    }

    @Test("what cannot be undone is done only when a person or --yes agrees")
    func confirmation() async {
        #expect(await Transcript("beacon", "erase", "--yes").status == .success)
        let absent = await Transcript("beacon", "erase")
        #expect(absent.status == .usage)
        #expect(absent.err.contains("  Add --yes to answer beforehand.\n"))
        let agreed = await Transcript("beacon", "erase", onTerminal: true, reply: "Yes")
        #expect(agreed.status == .success)
        #expect(agreed.err == "Erase everything? [y/N] ")
        #expect(await Transcript("beacon", "erase", onTerminal: true, reply: "").status == .failure)
        #expect(await Transcript("beacon", "erase", onTerminal: true, reply: nil).status == .failure)
    }

    @Test("errors are coloured on a terminal, unless NO_COLOR is set")
    func colour() async {
        let coloured = await Transcript("beacon", "fail", "revoked", onTerminal: true)
        #expect(coloured.err.hasPrefix("\u{1B}[1;31msample:"))
        let plain = await Transcript("beacon", "fail", "revoked", onTerminal: true, environment: ["NO_COLOR": "1"])
        #expect(plain.err.hasPrefix("sample: "))
    }
}
