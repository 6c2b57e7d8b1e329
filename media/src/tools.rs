//! Decoding in separate processes: HEIC photos, PDF pages and Office files. Each process gets one file and limited memory and
//! time; if it crashes, only a preview is missing.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::MAX_BYTES;

/// What a tool may use.
struct Allowance {
    /// Address space in bytes.
    memory: u64,
    /// Processor time.
    cpu_seconds: u32,
    /// Elapsed time.
    seconds: u32,
    open_files: u32,
}

/// For one picture or page.
const SMALL: Allowance = Allowance { memory: 1024 * 1024 * 1024, cpu_seconds: 10, seconds: 20, open_files: 64 };

/// For LibreOffice, which maps far more memory than it uses.
const OFFICE: Allowance = Allowance { memory: 4 * 1024 * 1024 * 1024, cpu_seconds: 30, seconds: 60, open_files: 512 };

/// Maximum size of a file that a tool writes.
const FILE_BYTES: u64 = 48 * 1024 * 1024;

/// Maximum size of a rendered page: three bytes per pixel of the largest one, and its header.
const PAGE_BYTES: u64 = 8 * 1024 * 1024;

/// Exit codes of the program that renders pages: not a PDF; the PDF has fewer pages.
const NOT_A_PDF: i32 = 3;
const NO_SUCH_PAGE: i32 = 4;

/// Installed programs that decode risky formats. Without them, those files have no thumbnail.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    limits: Option<Limits>,
    heif_convert: Option<PathBuf>,
    page: Option<Vec<OsString>>,
    office: Option<Office>,
}

/// LibreOffice, and the program that takes its network away: documents can name pictures on other servers.
#[derive(Clone, Debug)]
struct Office {
    unshare: PathBuf,
    soffice: PathBuf,
}

/// The programs that enforce limits. No tool runs without them.
#[derive(Clone, Debug)]
struct Limits {
    timeout: PathBuf,
    prlimit: PathBuf,
}

/// Result of rendering a page.
pub(crate) enum PageOutcome {
    /// A picture in `P6` format with the number of pages.
    Drawn(Vec<u8>),
    /// The file is not a PDF.
    Unreadable,
    /// The PDF has fewer pages.
    NoSuchPage,
    /// Unknown: encrypted, too complex, or no tool.
    None,
}

impl Tools {
    /// Searches the `PATH`. `page` is a program that reads a PDF from standard input and writes a page to standard output: a
    /// `P6` file whose header ends with the number of pages. The number of the page and its longer edge follow its
    /// arguments. It exits with 3 if the input is not a PDF, with 4 if it has fewer pages.
    pub fn find(page: Option<Vec<OsString>>) -> Self {
        let limits =
            installed("timeout").zip(installed("prlimit")).map(|(timeout, prlimit)| Limits { timeout, prlimit });
        Self { limits, heif_convert: installed("heif-convert"), page, office: Office::find() }
    }

    /// Returns whether HEIC photos can be converted.
    pub fn convert_heic(&self) -> bool {
        self.limits.is_some() && self.heif_convert.is_some()
    }

    /// Returns whether Office files can be converted.
    pub fn convert_office(&self) -> bool {
        self.limits.is_some() && self.office.is_some()
    }

    /// Returns whether PDF pages can be rendered.
    pub fn draw_pages(&self) -> bool {
        self.limits.is_some() && self.page.is_some()
    }

    pub(crate) fn heic_to_jpeg(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let program = self.heif_convert.as_ref()?;
        let folder = tempfile::tempdir().ok()?;
        let (input, output) = (folder.path().join("in.heic"), folder.path().join("out.jpg"));
        std::fs::write(&input, bytes).ok()?;
        let mut command = self.limited(&SMALL, folder.path(), program)?;
        let status = command.args(["-q", "90"]).arg(&input).arg(&output).stdin(Stdio::null()).stdout(Stdio::null());
        if !status.status().ok()?.success() {
            return None;
        }
        // Of several pictures in one file, the first.
        let output = [output, folder.path().join("out-1.jpg")].into_iter().find(|path| path.exists())?;
        read_at_most(File::open(output).ok()?, FILE_BYTES)
    }

    /// Converts an Office file with this extension to PDF.
    pub(crate) fn office_to_pdf(&self, bytes: &[u8], extension: &str) -> Option<Vec<u8>> {
        let office = self.office.as_ref()?;
        let folder = tempfile::tempdir().ok()?;
        let input = folder.path().join(format!("in.{extension}"));
        std::fs::write(&input, bytes).ok()?;
        let mut command = self.limited(&OFFICE, folder.path(), &office.unshare)?;
        command.args(["--map-root-user", "--net"]).arg(&office.soffice);
        // A profile of its own: LibreOffice refuses to run twice with one. Without settings it runs no macros.
        command.arg(format!("-env:UserInstallation=file://{}/profile", folder.path().display()));
        command.args(["--headless", "--norestore", "--convert-to", "pdf", "--outdir"]).arg(folder.path()).arg(&input);
        // It is a shell script that looks for its folder and for programs.
        command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null());
        if !command.status().ok()?.success() {
            return None;
        }
        read_at_most(File::open(folder.path().join("in.pdf")).ok()?, FILE_BYTES)
    }

    /// Renders a page of a PDF, counted from 1.
    pub(crate) fn page(&self, bytes: &[u8], number: u32, edge: u32) -> PageOutcome {
        self.try_page(bytes, number, edge).unwrap_or(PageOutcome::None)
    }

    fn try_page(&self, bytes: &[u8], number: u32, edge: u32) -> Option<PageOutcome> {
        let (program, arguments) = self.page.as_ref()?.split_first()?;
        let folder = tempfile::tempdir().ok()?;
        // Files instead of pipes, which could block both sides.
        let (input, output) = (folder.path().join("in.pdf"), folder.path().join("out.ppm"));
        std::fs::write(&input, bytes).ok()?;
        let mut command = self.limited(&SMALL, folder.path(), Path::new(program))?;
        command.args(arguments).args([number.to_string(), edge.to_string()]);
        command.stdin(File::open(&input).ok()?).stdout(File::create(&output).ok()?);
        let status = command.status().ok()?;
        match status.code() {
            Some(0) => read_at_most(File::open(&output).ok()?, PAGE_BYTES).map(PageOutcome::Drawn),
            Some(NOT_A_PDF) => Some(PageOutcome::Unreadable),
            Some(NO_SUCH_PAGE) => Some(PageOutcome::NoSuchPage),
            _ => None,
        }
    }

    fn limited(&self, allowance: &Allowance, folder: &Path, program: &Path) -> Option<Command> {
        let limits = self.limits.as_ref()?;
        let mut command = Command::new(&limits.timeout);
        command
            .arg("--signal=KILL")
            .arg(allowance.seconds.to_string())
            .arg(&limits.prlimit)
            .arg(format!("--as={}", allowance.memory))
            .arg(format!("--cpu={}", allowance.cpu_seconds))
            .arg(format!("--fsize={FILE_BYTES}"))
            .arg(format!("--nofile={}", allowance.open_files))
            .args(["--core=0", "--"])
            .arg(program)
            // The tool must not see this process's environment (addresses, passwords).
            .env_clear()
            .current_dir(folder)
            .stderr(Stdio::null());
        Some(command)
    }
}

impl Office {
    /// Finds LibreOffice on machines that can run it without network.
    fn find() -> Option<Self> {
        let (unshare, soffice) = installed("unshare").zip(installed("soffice"))?;
        let mut trial = Command::new(&unshare);
        trial.args(["--map-root-user", "--net", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
        trial.status().is_ok_and(|status| status.success()).then_some(Self { unshare, soffice })
    }
}

fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file())
}

fn read_at_most(file: File, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(MAX_BYTES / 8);
    file.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
