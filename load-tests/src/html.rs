//! A page that shows runs side by side: the table, delay over time, its distribution, memory. Drawn here, as SVG.

use std::fmt::Write;

use crate::report::{COLUMNS, Run, cells};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 28.0;

/// Apart from each other for most people, and in print.
const COLOURS: [&str; 6] = ["#1b6ca8", "#c2571a", "#3c7d3c", "#7a4fa3", "#9c7a12", "#5c5c66"];

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;\
     background:#fffdf9;color:#29262b}table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto}\
     td,th{padding:.35rem .6rem;border-bottom:1px solid #e4ddd3;text-align:start;white-space:nowrap}\
     figure{margin:2rem 0}figcaption{font-weight:600;margin-bottom:.5rem}svg{max-width:100%;height:auto}\
     svg text{font:12px system-ui,sans-serif;fill:#5a5560}pre{white-space:pre-wrap}\
     .key{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:13px}.key i{display:inline-block;width:1rem;\
     height:.25rem;margin-inline-end:.4rem;vertical-align:middle}";

/// The page.
pub(crate) fn page(runs: &[Run], verdict: Option<&str>) -> String {
    let mut body = String::from("<h1>What the hub bore</h1><table><tr>");
    COLUMNS.iter().for_each(|name| put(&mut body, format_args!("<th>{}</th>", escape(name))));
    body.push_str("</tr>");
    for run in runs {
        body.push_str("<tr>");
        cells(run).iter().for_each(|cell| put(&mut body, format_args!("<td>{}</td>", escape(cell))));
        body.push_str("</tr>");
    }
    body.push_str("</table>");
    if let Some(verdict) = verdict {
        put(&mut body, format_args!("<pre>{}</pre>", escape(verdict)));
    }
    let by_second = |values: &dyn Fn(&Run) -> Vec<f64>| -> Vec<Vec<(f64, f64)>> {
        runs.iter()
            .map(|run| values(run).into_iter().enumerate().map(|(at, value)| (at as f64, value)).collect())
            .collect()
    };
    let p99 = by_second(&|run| run.seconds.iter().map(|[_, p99]| *p99).collect());
    body += &figure("p99 of send to peer (ms), second by second", "s", runs, &p99, false);
    let shares: Vec<_> = runs.iter().map(|run| run.distribution.clone()).collect();
    body += &figure("Share of deliveries that took at most so many ms", "ms", runs, &shares, true);
    let memory = by_second(&|run| run.memory_mb.clone());
    body += &figure("Memory of the server (MB), second by second", "s", runs, &memory, false);
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>Load</title><style>{STYLE}</style><body>{body}</body></html>"
    )
}

/// One plot: a line per run. A logarithmic axis for what spans from microseconds to seconds.
fn figure(caption: &str, unit: &str, runs: &[Run], lines: &[Vec<(f64, f64)>], logarithmic: bool) -> String {
    let scale = |x: f64| if logarithmic { x.max(0.01).log10() } else { x };
    let all = || lines.iter().flatten();
    let least = all().map(|(x, _)| scale(*x)).fold(f64::INFINITY, f64::min);
    let most = all().map(|(x, _)| scale(*x)).fold(f64::NEG_INFINITY, f64::max).max(least + 1e-9);
    let top = all().map(|(_, y)| *y).fold(0.0, f64::max).max(1e-9);
    let at = |x: f64, y: f64| {
        let across = LEFT + (scale(x) - least) / (most - least) * (WIDTH - LEFT - 8.0);
        (across, (HEIGHT - BOTTOM) - y / top * (HEIGHT - BOTTOM - 8.0))
    };
    let mut svg = format!(
        "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}\">",
        escape(caption)
    );
    for quarter in 0..=4 {
        let value = top * f64::from(quarter) / 4.0;
        let (_, y) = at(1.0, value);
        put(&mut svg, format_args!("<path d=\"M{LEFT} {y:.1}H{WIDTH}\" stroke=\"#e4ddd3\"/>"));
        put(
            &mut svg,
            format_args!("<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{value:.1}</text>", LEFT - 6.0, y + 4.0),
        );
        let x = least + (most - least) * f64::from(quarter) / 4.0;
        let (shown, place) =
            (if logarithmic { 10_f64.powf(x) } else { x }, LEFT + f64::from(quarter) / 4.0 * (WIDTH - LEFT - 8.0));
        put(
            &mut svg,
            format_args!("<text x=\"{place:.0}\" y=\"{HEIGHT}\" text-anchor=\"middle\">{shown:.1} {unit}</text>"),
        );
    }
    let (mut paths, mut key) = (String::new(), String::new());
    for (place, (run, line)) in runs.iter().zip(lines).enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let mut path = String::new();
        for (number, (x, y)) in line.iter().enumerate() {
            let (x, y) = at(*x, *y);
            put(&mut path, format_args!("{}{x:.1} {y:.1}", if number == 0 { 'M' } else { 'L' }));
        }
        put(&mut paths, format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"));
        let name = format!("{}, {} clients, R {}, {}", run.on.name(), run.clients, run.room, run.talk());
        put(&mut key, format_args!("<span><i style=\"background:{colour}\"></i>{}</span>", escape(&name)));
    }
    format!("{svg}{paths}</svg><div class=\"key\">{key}</div></figure>")
}

fn put(text: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a text cannot fail.
    let _ = text.write_fmt(more);
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
