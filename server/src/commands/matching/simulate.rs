//! `mentorhub matching simulate`: an invented cohort over weeks, as a table, JSON or a page with charts.

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};
use matching::cohort::invent;
use matching::simulation::{Plan, Report, simulate};
use serde_json::json;

use crate::cli::Simulation;
use crate::output::print;

pub(in crate::commands) fn run(options: &Simulation) -> Result<()> {
    let mut cohort = invent(options.seed, options.mentees as usize, options.mentors as usize);
    cohort.settings.proposals_per_place = options.proposals_per_place;
    let plan =
        Plan { seed: options.seed, weeks: options.weeks, arrival_weeks: options.arrival_weeks, ..Plan::default() };
    let report = simulate(&cohort, &plan).context("The invented cohort is wrong")?;
    if let Some(file) = &options.html {
        fs::write(file, page(&report)).with_context(|| format!("Cannot write {}", file.display()))?;
    }
    print(if options.json { as_json(&report).to_string() } else { table(&report) });
    Ok(())
}

/// Hundredths as a percentage.
fn percent(score: u16) -> String {
    format!("{}.{:02} %", score / 100, score % 100)
}

fn table(report: &Report) -> String {
    let mut text =
        format!("{:>4} {:>8} {:>7} {:>7} {:>8} {:>10}\n", "WEEK", "WAITING", "PLACES", "SERVED", "MATCHED", "SCORE");
    for (index, week) in report.weeks.iter().enumerate() {
        let (number, score) = (index + 1, percent(week.mean_score));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{number:>4} {:>8} {:>7} {:>7} {:>8} {score:>10}",
            week.waiting, week.places, week.served, week.matched
        );
    }
    let _ = write!(text, "\n{}", summary(report).join("\n"));
    text
}

fn summary(report: &Report) -> [String; 3] {
    let rounds = format!("{}.{:02}", report.mean_rounds / 100, report.mean_rounds % 100);
    [
        format!("{} of {} mentees matched: {}", report.matched, report.mentees, percent(report.matched_share)),
        format!("Waited {} days on average, 95 % at most {}; {rounds} rounds", report.mean_days, report.days_95),
        format!("Mean score {}, of the worst 5 % {}", percent(report.mean_score), percent(report.worst_score)),
    ]
}

fn as_json(report: &Report) -> serde_json::Value {
    let week = |week: &matching::simulation::Week| {
        json!({"waiting": week.waiting, "places": week.places, "served": week.served, "matched": week.matched,
            "meanScore": week.mean_score})
    };
    json!({"weeks": report.weeks.iter().map(week).collect::<Vec<_>>(), "mentees": report.mentees,
        "matched": report.matched, "matchedShare": report.matched_share, "meanScore": report.mean_score,
        "worstScore": report.worst_score, "meanDays": report.mean_days, "days95": report.days_95,
        "meanRounds": report.mean_rounds})
}

/// A page that needs nothing else. Numbers only, so that nothing has to be escaped.
fn page(report: &Report) -> String {
    let series = |value: fn(&matching::simulation::Week) -> u32| report.weeks.iter().map(value).collect::<Vec<u32>>();
    let charts = [
        ("Mentees waiting", series(|week| week.waiting)),
        ("Mentorships begun", series(|week| week.matched)),
        ("Free places", series(|week| week.places)),
    ];
    let charts: String = charts.iter().map(|(title, values)| chart(title, values)).collect();
    let lines: String = summary(report).iter().map(|line| format!("<p>{line}</p>")).collect();
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Simulation of the matching</title><style>:root{{color-scheme:light dark;font:16px/1.5 system-ui}}\
         body{{max-width:60rem;margin:2rem auto;padding:0 1rem}}rect{{fill:#2f7d6b}}text{{fill:currentColor;font-size:9px}}\
         svg{{width:100%;height:auto}}table{{border-collapse:collapse}}td,th{{padding:.2rem .8rem;text-align:end}}</style>\
         <h1>Simulation of the matching</h1>{lines}{charts}<pre>{}</pre></html>\n",
        table(report)
    )
}

fn chart(title: &str, values: &[u32]) -> String {
    let most = values.iter().copied().max().unwrap_or(0).max(1);
    let width = 600 / u32::try_from(values.len().max(1)).unwrap_or(1);
    let mut bars = String::new();
    for (index, value) in values.iter().enumerate() {
        let (x, height) = (u32::try_from(index).unwrap_or(0) * width, value * 100 / most);
        let (y, bar) = (115 - height, width.saturating_sub(4).max(1));
        // Writing to a string cannot fail.
        let _ = write!(bars, "<rect x=\"{x}\" y=\"{y}\" width=\"{bar}\" height=\"{height}\" rx=\"2\"/>");
        let _ = write!(bars, "<text x=\"{x}\" y=\"{}\">{value}</text>", y - 3);
    }
    format!(
        "<figure><figcaption>{title}, by week</figcaption><svg viewBox=\"0 0 600 120\" role=\"img\" aria-label=\"{title}\">{bars}</svg></figure>"
    )
}
