//! What another process decodes for this one: HEIC photos and pages of PDF files. It gets one file, little memory and
//! little time, and when it dies of a hostile one, only a picture is missing.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::MAX_BYTES;

/// Memory, processor time, and time of a tool.
const MEMORY: u64 = 1024 * 1024 * 1024;
const CPU_SECONDS: u32 = 10;
const SECONDS: u32 = 20;
/// What it may write into one file, and what is read of its output.
const FILE_BYTES: u64 = 48 * 1024 * 1024;
const OUTPUT_BYTES: u64 = 2 * 1024 * 1024;

/// The exit code of [`Tools::first_page`]'s program for a file that is no PDF.
const NOT_A_PDF: i32 = 3;

/// Programs of this machine that decode what is too dangerous to decode here. Without them, those files have no picture.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    limits: Option<Limits>,
    heif_convert: Option<PathBuf>,
    page: Option<Vec<OsString>>,
}

/// The programs that hold others within limits. A tool is never run without.
#[derive(Clone, Debug)]
struct Limits {
    timeout: PathBuf,
    prlimit: PathBuf,
}

/// What became of a page.
pub(crate) enum PageOutcome {
    /// A picture in the form `P6`.
    Drawn(Vec<u8>),
    /// The file is no PDF.
    Unreadable,
    /// Nobody could say: it is encrypted, too heavy, or there is no tool.
    None,
}

impl Tools {
    /// Looks along the `PATH`. `page` is a program with its arguments that reads a PDF from its input and writes a picture
    /// of the first page to its output (`P6`), or ends with 3 if that is no PDF.
    pub fn find(page: Option<Vec<OsString>>) -> Self {
        let limits =
            installed("timeout").zip(installed("prlimit")).map(|(timeout, prlimit)| Limits { timeout, prlimit });
        Self { limits, heif_convert: installed("heif-convert"), page }
    }

    /// Whether HEIC photos can be shown to everybody.
    pub fn convert_heic(&self) -> bool {
        self.limits.is_some() && self.heif_convert.is_some()
    }

    /// Whether PDF files get a picture of their first page.
    pub fn draw_pages(&self) -> bool {
        self.limits.is_some() && self.page.is_some()
    }

    pub(crate) fn heic_to_jpeg(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let program = self.heif_convert.as_ref()?;
        let folder = tempfile::tempdir().ok()?;
        let (input, output) = (folder.path().join("in.heic"), folder.path().join("out.jpg"));
        std::fs::write(&input, bytes).ok()?;
        let mut command = self.limited(folder.path(), program)?;
        let status = command.args(["-q", "90"]).arg(&input).arg(&output).stdin(Stdio::null()).stdout(Stdio::null());
        if !status.status().ok()?.success() {
            return None;
        }
        // Of several pictures in one file, the first.
        let output = [output, folder.path().join("out-1.jpg")].into_iter().find(|path| path.exists())?;
        read_at_most(File::open(output).ok()?, FILE_BYTES)
    }

    pub(crate) fn first_page(&self, bytes: &[u8]) -> PageOutcome {
        self.try_first_page(bytes).unwrap_or(PageOutcome::None)
    }

    fn try_first_page(&self, bytes: &[u8]) -> Option<PageOutcome> {
        let (program, arguments) = self.page.as_ref()?.split_first()?;
        let folder = tempfile::tempdir().ok()?;
        // Files instead of pipes: neither side ever waits for the other.
        let (input, output) = (folder.path().join("in.pdf"), folder.path().join("out.ppm"));
        std::fs::write(&input, bytes).ok()?;
        let mut command = self.limited(folder.path(), Path::new(program))?;
        command.args(arguments).stdin(File::open(&input).ok()?).stdout(File::create(&output).ok()?);
        let status = command.status().ok()?;
        match status.code() {
            Some(0) => read_at_most(File::open(&output).ok()?, OUTPUT_BYTES).map(PageOutcome::Drawn),
            Some(NOT_A_PDF) => Some(PageOutcome::Unreadable),
            _ => None,
        }
    }

    fn limited(&self, folder: &Path, program: &Path) -> Option<Command> {
        let limits = self.limits.as_ref()?;
        let mut command = Command::new(&limits.timeout);
        command
            .arg("--signal=KILL")
            .arg(SECONDS.to_string())
            .arg(&limits.prlimit)
            .arg(format!("--as={MEMORY}"))
            .arg(format!("--cpu={CPU_SECONDS}"))
            .arg(format!("--fsize={FILE_BYTES}"))
            .args(["--nofile=64", "--core=0", "--"])
            .arg(program)
            // Whatever this process knows (addresses, passwords) is none of the tool's business.
            .env_clear()
            .current_dir(folder)
            .stderr(Stdio::null());
        Some(command)
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
