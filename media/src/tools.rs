//! Decoding in separate processes: HEIC photos and PDF pages. Each process gets one file and limited memory and time; if it
//! crashes, only a thumbnail is missing.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::MAX_BYTES;

/// Limits of a tool: memory, processor time, elapsed time.
const MEMORY: u64 = 1024 * 1024 * 1024;
const CPU_SECONDS: u32 = 10;
const SECONDS: u32 = 20;
/// Maximum size of an output file.
const FILE_BYTES: u64 = 48 * 1024 * 1024;
const OUTPUT_BYTES: u64 = 2 * 1024 * 1024;

/// Exit code of [`Tools::first_page`]'s program for a file that is not a PDF.
const NOT_A_PDF: i32 = 3;

/// Installed programs that decode risky formats. Without them, those files have no thumbnail.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    limits: Option<Limits>,
    heif_convert: Option<PathBuf>,
    page: Option<Vec<OsString>>,
}

/// The programs that enforce limits. No tool runs without them.
#[derive(Clone, Debug)]
struct Limits {
    timeout: PathBuf,
    prlimit: PathBuf,
}

/// Result of rendering a page.
pub(crate) enum PageOutcome {
    /// A picture in `P6` format.
    Drawn(Vec<u8>),
    /// The file is not a PDF.
    Unreadable,
    /// Unknown: encrypted, too complex, or no tool.
    None,
}

impl Tools {
    /// Searches the `PATH`. `page` is a program with arguments that reads a PDF from standard input and writes the first page
    /// to standard output (`P6`), or exits with 3 if the input is not a PDF.
    pub fn find(page: Option<Vec<OsString>>) -> Self {
        let limits =
            installed("timeout").zip(installed("prlimit")).map(|(timeout, prlimit)| Limits { timeout, prlimit });
        Self { limits, heif_convert: installed("heif-convert"), page }
    }

    /// Returns whether HEIC photos can be converted.
    pub fn convert_heic(&self) -> bool {
        self.limits.is_some() && self.heif_convert.is_some()
    }

    /// Returns whether PDF thumbnails can be rendered.
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
        // Files instead of pipes, which could block both sides.
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
            // The tool must not see this process's environment (addresses, passwords).
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
