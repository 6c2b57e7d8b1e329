// PostgreSQL over pg, or SQLite over better-sqlite3, with the same queries.
export async function connect(url) {
  return url.startsWith("sqlite:") ? sqlite(url.slice("sqlite:".length)) : postgres(url);
}

async function postgres(connectionString) {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString, max: 10 });
  // A name makes pg prepare a statement once for each connection.
  const query = (to, text, values) => to.query({ name: text.slice(0, 30) + text.length, text, values });
  return {
    id: (text) => text,
    json: (value) => value,
    all: async (text, ...values) => (await query(pool, text, values)).rows,
    async write(statements) {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        for (const [text, ...values] of statements) await query(client, text, values);
        await client.query("COMMIT");
      } catch (error) {
        await client.query("ROLLBACK");
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

async function sqlite(path) {
  const { default: Database } = await import("better-sqlite3");
  const database = new Database(path);
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 10000"]) database.pragma(pragma);
  const prepared = new Map();
  const prepare = (text) => {
    if (!prepared.has(text)) prepared.set(text, database.prepare(text));
    return prepared.get(text);
  };
  // $1 is a parameter of that name here.
  const named = (values) => ({ ...[null, ...values] });
  const writeAll = database.transaction((statements) => {
    for (const [text, ...values] of statements) prepare(text).run(named(values));
  });
  return {
    id: (text) => Buffer.from(text.replaceAll("-", ""), "hex"),
    json: JSON.parse,
    all: async (text, ...values) => prepare(text).all(named(values)),
    write: async (statements) => writeAll.immediate(statements),
  };
}
