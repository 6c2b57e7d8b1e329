# The commands of this house. Each is a short script in scripts/.
# ARGS is handed on:  make run ARGS="--listen 127.0.0.1:9000"

.PHONY: help run test check fmt bench soak fresh clean
.DEFAULT_GOAL := help

help: ## say what there is
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## build everything and start Mentor Hub with its demo world on http://127.0.0.1:8080
	@scripts/run $(ARGS)

test: ## run every test: Rust, TypeScript, browser
	@scripts/test

check: ## format, lints, types, translations, licences, unused dependencies
	@scripts/check

fmt: ## format Rust and TypeScript
	@cargo fmt --all
	@npm run --silent format

bench: ## measure messages per second and their delay (ARGS=browser: the messenger in a browser)
	@scripts/bench $(ARGS)

soak: ## hurt three nodes behind HAProxy for five minutes while people talk (ARGS="--seconds 3600")
	@scripts/soak $(ARGS)

fresh: ## prove `make run` and `make test` in an empty folder with empty caches
	@scripts/fresh

clean: ## remove what was built; ./data stays
	@cargo clean --quiet
	@rm -rf node_modules */node_modules */dist
