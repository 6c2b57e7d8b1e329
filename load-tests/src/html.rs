//! HTML pages with tables and SVG plots.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 28.0;

/// Colours that most people can distinguish, also in print.
const COLOURS: [&str; 6] = ["#1b6ca8", "#c2571a", "#3c7d3c", "#7a4fa3", "#9c7a12", "#5c5c66"];

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;\
     background:#fffdf9;color:#29262b}table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto}\
     td,th{padding:.35rem .6rem;border-bottom:1px solid #e4ddd3;text-align:start;white-space:nowrap}\
     figure{margin:2rem 0}figcaption{font-weight:600;margin-bottom:.5rem}svg{max-width:100%;height:auto}\
     svg text{font:12px system-ui,sans-serif;fill:#5a5560}pre{overflow-x:auto}\
     .key{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:13px}.key i{display:inline-block;width:1rem;\
     height:.25rem;margin-inline-end:.4rem;vertical-align:middle}";

/// A line of a plot. Lines of the same name share a colour and a legend entry.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// A plot.
#[derive(Debug)]
pub(crate) struct Figure<'a> {
    pub(crate) caption: &'a str,
    /// Label of the horizontal axis.
    pub(crate) unit: &'a str,
    /// Logarithmic scale, from microseconds to seconds.
    pub(crate) is_logarithmic: bool,
    pub(crate) lines: Vec<Line>,
    /// Marked events.
    pub(crate) marks: &'a [(f64, String)],
}

/// Formats a page.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style><body><h1>{title}</h1>{body}</body></html>"
    )
}

/// Formats a table.
pub(crate) fn table<'a>(head: &[&str], rows: impl Iterator<Item = &'a [String]>) -> String {
    let mut text = String::from("<table><tr>");
    head.iter().for_each(|name| put(&mut text, format_args!("<th>{}</th>", escape(name))));
    for row in rows {
        text.push_str("</tr><tr>");
        row.iter().for_each(|cell| put(&mut text, format_args!("<td>{}</td>", escape(cell))));
    }
    text + "</tr></table>"
}

/// Formats preformatted text.
pub(crate) fn printed(text: &str) -> String {
    format!("<pre>{}</pre>", escape(text))
}

/// Formats a heading.
pub(crate) fn heading(text: &str) -> String {
    format!("<h2>{}</h2>", escape(text))
}

/// Coordinates of values in the picture.
struct Frame {
    is_logarithmic: bool,
    least: f64,
    most: f64,
    top: f64,
}

impl Frame {
    fn around(figure: &Figure<'_>) -> Self {
        let points = || figure.lines.iter().flat_map(|line| &line.points);
        let mut frame = Self { is_logarithmic: figure.is_logarithmic, least: 0.0, most: 1.0, top: 1.0 };
        if points().next().is_none() {
            return frame;
        }
        frame.least = points().map(|(x, _)| frame.scale(*x)).fold(f64::INFINITY, f64::min);
        frame.most = points().map(|(x, _)| frame.scale(*x)).fold(f64::NEG_INFINITY, f64::max).max(frame.least + 1e-9);
        frame.top = points().map(|(_, y)| *y).fold(0.0, f64::max).max(1e-9);
        frame
    }

    fn scale(&self, x: f64) -> f64 {
        if self.is_logarithmic { x.max(0.01).log10() } else { x }
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + (self.scale(x) - self.least) / (self.most - self.least) * (WIDTH - LEFT - TOP)
    }

    fn down(&self, y: f64) -> f64 {
        (HEIGHT - BOTTOM) - y / self.top * (HEIGHT - BOTTOM - TOP)
    }

    fn axes(&self, svg: &mut String, unit: &str) {
        for quarter in (0..=4).map(|quarter| f64::from(quarter) / 4.0) {
            let (value, y) = (self.top * quarter, self.down(self.top * quarter));
            put(svg, format_args!("<path d=\"M{LEFT} {y:.1}H{WIDTH}\" stroke=\"#e4ddd3\"/>"));
            let (beside, below) = (LEFT - 6.0, y + 4.0);
            put(svg, format_args!("<text x=\"{beside:.0}\" y=\"{below:.1}\" text-anchor=\"end\">{value:.1}</text>"));
            let x = self.least + (self.most - self.least) * quarter;
            let (shown, x) =
                (if self.is_logarithmic { 10_f64.powf(x) } else { x }, LEFT + quarter * (WIDTH - LEFT - TOP));
            let anchor = if quarter < 1.0 { "middle" } else { "end" };
            put(
                svg,
                format_args!(
                    "<text x=\"{x:.0}\" y=\"{}\" text-anchor=\"{anchor}\">{shown:.*} {unit}</text>",
                    HEIGHT - 8.0,
                    if shown < 1.0 { 2 } else { 1 },
                ),
            );
        }
    }
}

/// Draws a plot with its legend.
pub(crate) fn figure(figure: &Figure<'_>) -> String {
    let (frame, caption) = (Frame::around(figure), escape(figure.caption));
    let mut svg = format!(
        "<figure><figcaption>{caption}</figcaption><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{caption}\">"
    );
    frame.axes(&mut svg, figure.unit);
    for (at, what) in figure.marks {
        let (x, bottom) = (frame.across(*at), HEIGHT - BOTTOM);
        put(
            &mut svg,
            format_args!(
                "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#5c5c66\" stroke-dasharray=\"3 3\"/>\
                 <text transform=\"translate({:.1} {TOP}) rotate(90)\">{}</text>",
                x + 3.0,
                escape(what)
            ),
        );
    }
    let (mut names, mut key): (Vec<&str>, String) = (Vec::new(), String::new());
    for line in &figure.lines {
        let known = names.iter().position(|name| *name == line.name);
        let index = known.unwrap_or(names.len());
        let colour = COLOURS[index % COLOURS.len()];
        if known.is_none() {
            names.push(&line.name);
            put(&mut key, format_args!("<span><i style=\"background:{colour}\"></i>{}</span>", escape(&line.name)));
        }
        let mut path = String::new();
        for (number, (x, y)) in line.points.iter().enumerate() {
            let turn = if number == 0 { 'M' } else { 'L' };
            put(&mut path, format_args!("{turn}{:.1} {:.1}", frame.across(*x), frame.down(*y)));
        }
        put(&mut svg, format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"));
    }
    format!("{svg}</svg><div class=\"key\">{key}</div></figure>")
}

fn put(text: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = text.write_fmt(more);
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_name_share_colour() {
        let line = |name: &str| Line { name: name.into(), points: vec![(0.0, 1.0), (1.0, 2.0)] };
        let lines = vec![line("a"), line("<b>"), line("a")];
        let marks = [(0.5, "x & y".to_owned())];
        let svg = figure(&Figure { caption: "c", unit: "s", is_logarithmic: false, lines, marks: &marks });
        assert_eq!((svg.matches("<i style").count(), svg.matches(COLOURS[0]).count()), (2, 3));
        assert!(svg.contains("&lt;b&gt;") && svg.contains("x &amp; y") && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn empty_data_gives_an_empty_plot() {
        let svg = figure(&Figure { caption: "c", unit: "s", is_logarithmic: true, lines: Vec::new(), marks: &[] });
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
