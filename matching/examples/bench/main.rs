//! The engine's part of `make bench ARGS=matching`: writes instances for other solvers, and measures the engine and two simple
//! procedures on them. `load-tests/matching/compare.py` calls it.

mod procedures;

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use matching::assignment::{Assigned, Candidates};
use matching::{Engine, cohort};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The seed of all cohorts.
const SEED: u64 = 1;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", mentees, mentors, folder] => write(mentees.parse()?, mentors.parse()?, Path::new(folder)),
        ["run", mentees, mentors] => run(mentees.parse()?, mentors.parse()?),
        ["solve", method, proposals, folder] => solve(method, proposals.parse()?, Path::new(folder)),
        _ => {
            Err("usage: bench write MENTEES MENTORS FOLDER | run MENTEES MENTORS | solve METHOD PROPOSALS FOLDER"
                .into())
        }
    }
}

/// Writes the candidates of a cohort as little-endian arrays, one file each. Scores contain the bonus.
fn write(mentees: usize, mentors: usize, folder: &Path) -> Result<()> {
    let instance = cohort::invent(SEED, mentees, mentors);
    let engine = Engine::new(&instance)?;
    let candidates = engine.candidates();
    let scores = (0..mentees).flat_map(|mentee| {
        let bonus = u32::from(candidates.bonus[mentee]);
        candidates.of(mentee).map(move |(_, score)| u32::from(score) + bonus)
    });
    fs::create_dir_all(folder)?;
    write_array(&folder.join("scores"), scores)?;
    write_array(&folder.join("starts"), candidates.starts.iter().copied())?;
    write_array(&folder.join("mentors"), candidates.mentors.iter().copied())?;
    write_array(&folder.join("places"), engine.places().into_iter())?;
    write_array(&folder.join("limits"), candidates.limits.iter().copied())
}

/// Solves what `write` wrote, stores the pairs, and prints CPU seconds and the growth of memory in MB.
fn solve(method: &str, proposals: u8, folder: &Path) -> Result<()> {
    let limits = if proposals == 1 { "places" } else { "limits" };
    let mut candidates = Candidates {
        starts: read_array(&folder.join("starts"))?,
        mentors: read_array(&folder.join("mentors"))?,
        limits: read_array(&folder.join(limits))?,
        ..Candidates::default()
    };
    candidates.bonus = vec![0; candidates.starts.len() - 1];
    candidates.waiting = vec![0; candidates.bonus.len()];
    for score in read_array(&folder.join("scores"))? {
        candidates.scores.push(u16::try_from(score)?);
    }
    let before = (cpu_seconds()?, peak_megabytes()?);
    let pairs: Vec<Assigned> = match method {
        "engine" => candidates.assign(proposals),
        "greedy" => procedures::greedy(&candidates, proposals),
        "deferred" => procedures::deferred_acceptance(&candidates, proposals),
        _ => return Err(format!("unknown method {method}").into()),
    };
    println!("{:.4} {:.1}", cpu_seconds()? - before.0, peak_megabytes()? - before.1);
    write_array(&folder.join("solution"), pairs.iter().flat_map(|pair| [pair.mentee, pair.mentor]))
}

/// Prints CPU seconds of the candidate lists and of a whole run, and the peak memory in MB.
fn run(mentees: usize, mentors: usize) -> Result<()> {
    let instance = cohort::invent(SEED, mentees, mentors);
    let start = cpu_seconds()?;
    let candidates = Engine::new(&instance)?.candidates();
    let lists = cpu_seconds()? - start;
    drop(candidates);
    let start = cpu_seconds()?;
    let outcome = matching::run(&instance)?;
    let whole = cpu_seconds()? - start;
    let balance = outcome.balance;
    println!("{lists:.3} {whole:.3} {:.0} {} {}", peak_megabytes()?, balance.candidates, balance.places);
    Ok(())
}

/// The CPU time of this thread.
fn cpu_seconds() -> Result<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: u64 = text.split_whitespace().next().ok_or("empty schedstat")?.parse()?;
    Ok(nanoseconds as f64 / 1e9)
}

fn peak_megabytes() -> Result<f64> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.0)
}

fn write_array(path: &Path, numbers: impl Iterator<Item = u32>) -> Result<()> {
    Ok(fs::write(path, numbers.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())?)
}

fn read_array(path: &Path) -> Result<Vec<u32>> {
    let bytes = fs::read(path)?;
    Ok(bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
}
