# Each command is a short script in scripts/. ARGS is passed on:  make run ARGS="--listen 127.0.0.1:9000"

.PHONY: help run test check fmt bench soak attack fresh clean
.DEFAULT_GOAL := help

help: ## list the commands
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## build everything and start Mentor Hub with demo data on http://127.0.0.1:8080
	@scripts/run $(ARGS)

test: ## run all tests: Rust, TypeScript, browser
	@scripts/test

check: ## check formats, lints, types, translations, licences, unused dependencies
	@scripts/check

fmt: ## format Rust and TypeScript
	@cargo fmt --all
	@npm run --silent format

bench: ## measure throughput, delay and cost (ARGS="TASK OPTIONS"; ARGS=browser: the messenger in a browser)
	@scripts/bench $(ARGS)

soak: ## inject faults into three nodes under load for five minutes (ARGS="--seconds 3600")
	@scripts/soak $(ARGS)

attack: ## attack a server on this machine for some minutes: floods, slow requests, forbidden calls, generated requests
	@scripts/attack

fresh: ## run `make run` and `make test` in an empty folder with empty caches
	@scripts/fresh

clean: ## remove build results; ./data stays
	@cargo clean --quiet
	@rm -rf node_modules */node_modules */dist
