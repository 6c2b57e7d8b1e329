//! A recording on disk, in parts that a transcription service accepts.

use std::fs::File;
use std::io::{self, Read, Seek};

use media::{Mp4Audio, Problem};
use tokio::task::spawn_blocking;

use super::transcriber::StepError;

/// The length of a part. Services limit requests to 25 minutes.
const PART_SECONDS: u64 = 20 * 60;

/// The size of a part. Services limit requests to 25 MiB.
const PART_BYTES: usize = 24 * 1024 * 1024;

/// The parts of a recording.
pub(super) enum RecordingParts {
    /// The sound of an MP4 file.
    Sound(Box<Mp4Audio<File>>),
    /// Another file, if it is small enough.
    Whole(Option<File>),
}

impl RecordingParts {
    /// Opens a recording. Recorders write MP4; another file is one part.
    pub(super) async fn open(mut file: File) -> Result<Self, StepError> {
        blocking(move || match Mp4Audio::open(file.try_clone()?) {
            Ok(sound) => Ok(Ok(Self::Sound(Box::new(sound)))),
            Err(_) if file.seek(io::SeekFrom::End(0))? <= PART_BYTES as u64 => Ok(Ok(Self::Whole(Some(file)))),
            Err(_) => Ok(Err(StepError::Permanent("recording_too_large"))),
        })
        .await?
    }

    /// Returns the next part and the others.
    pub(super) async fn next(self) -> Result<(Option<Vec<u8>>, Self), StepError> {
        blocking(move || match self {
            Self::Sound(mut sound) => match sound.next_part(PART_SECONDS, PART_BYTES) {
                Ok(part) => Ok(Ok((part, Self::Sound(sound)))),
                Err(Problem::Type | Problem::TooLarge | Problem::Broken) => {
                    Ok(Err(StepError::Permanent("recording_unavailable")))
                }
            },
            Self::Whole(None) => Ok(Ok((None, Self::Whole(None)))),
            Self::Whole(Some(mut file)) => {
                let mut bytes = Vec::new();
                file.rewind()?;
                file.take(PART_BYTES as u64).read_to_end(&mut bytes)?;
                Ok(Ok((Some(bytes), Self::Whole(None))))
            }
        })
        .await?
    }
}

/// Runs disk work. Its failures are temporary.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StepError> {
    match spawn_blocking(work).await {
        Ok(result) => result.map_err(|error| StepError::Temporary(format!("the disk: {error}"))),
        Err(error) => Err(StepError::Temporary(error.to_string())),
    }
}
