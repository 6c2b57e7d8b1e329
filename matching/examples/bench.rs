//! Measures the engine on invented cohorts. scratch
use matching::{Engine, cohort};
use std::fs;
fn cpu() -> f64 {
    let text = fs::read_to_string("/proc/self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn peak() -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap();
    text.lines().find(|l| l.starts_with("VmHWM")).unwrap().split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
        / 1024
}
fn main() {
    let args: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let instance = cohort::invent(args[2] as u64, args[0], args[1]);
    println!("generated {:.3} {}MB", cpu(), peak());
    let t = cpu();
    let engine = Engine::new(&instance).unwrap();
    println!("engine {:.3} {}MB", cpu() - t, peak());
    let t = cpu();
    let mut c = engine.candidates();
    println!("candidates {:.3} {}MB n={} {:?}", cpu() - t, peak(), c.mentors.len(), engine.balance());
    for k in [1u8, 3] {
        let t = cpu();
        let s = c.assign(k);
        println!("assign k={k} {:.3} {}MB {:?} pairs {}", cpu() - t, peak(), c.worth(k, &s), s.len());
    }
    for (l, m) in c.limits.iter_mut().zip(&engine.instance_places()) {
        *l = *m;
    }
    let t = cpu();
    let s = c.assign(1);
    println!("one-to-one {:.3} {}MB {:?} pairs {}", cpu() - t, peak(), c.worth(1, &s), s.len());
    let t = cpu();
    let o = engine.run();
    println!("run {:.3} {}MB {:?} left {}", cpu() - t, peak(), o.balance, o.left_out.len());
}
