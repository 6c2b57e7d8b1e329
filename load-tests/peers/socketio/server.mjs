// The chat server that most teams would write: Socket.IO with its Redis adapter, and each message committed in PostgreSQL
// before it is broadcast. It reads the people and rooms that `load-tests seed` made, and the generator speaks to it as
// `load-tests/src/wire.rs` says. It asks the database once per join whether the person may, and per message writes one row.
// Not done here, and done by the hub: one order for everybody, repeated sends, gaps, unread counts, slow readers.
import { createAdapter } from "@socket.io/redis-adapter";
import { createServer } from "node:http";
import Redis from "ioredis";
import pg from "pg";
import { Server } from "socket.io";

const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await database.query(`CREATE TABLE IF NOT EXISTS peer_messages (
  id BIGSERIAL PRIMARY KEY, channel_id UUID NOT NULL, sender_id UUID NOT NULL, temp_id TEXT NOT NULL, body TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now())`);
await database.query("CREATE INDEX IF NOT EXISTS peer_messages_of_channel ON peer_messages (channel_id, id)");

const http = createServer();
const io = new Server(http, { transports: ["websocket"], serveClient: false });
if (process.env.REDIS_URL) {
  const publisher = new Redis(process.env.REDIS_URL);
  io.adapter(createAdapter(publisher, publisher.duplicate()));
}

// The person is read from the token and the session is looked up, like the hub does; the signature is not checked, which
// is in favour of this server.
io.use(async (socket, next) => {
  try {
    const claims = JSON.parse(Buffer.from(socket.handshake.auth.token.split(".")[1], "base64url"));
    const session = await database.query({
      name: "session",
      text: "SELECT person_id FROM login_sessions WHERE id = $1 AND ended_at IS NULL",
      values: [claims.sid],
    });
    if (session.rowCount === 0) return next(new Error("unauthorised"));
    socket.data.person = session.rows[0].person_id;
    next();
  } catch (error) {
    next(error);
  }
});

io.on("connection", (socket) => {
  socket.on("join", async (channel) => {
    const member = await database.query({
      name: "member",
      text: "SELECT 1 FROM members WHERE channel_id = $1 AND person_id = $2 AND status = 'active'",
      values: [channel, socket.data.person],
    });
    if (member.rowCount === 0) return socket.emit("refused", "not a member");
    await socket.join(channel);
    socket.emit("joined");
  });

  socket.on("send", async ({ channel, temp_id, message }) => {
    if (!socket.rooms.has(channel)) return socket.emit("refused", "not joined");
    try {
      const stored = await database.query({
        name: "send",
        text: `INSERT INTO peer_messages (channel_id, sender_id, temp_id, body) VALUES ($1, $2, $3, $4)
               RETURNING id, created_at`,
        values: [channel, socket.data.person, temp_id, message],
      });
      const { id, created_at } = stored.rows[0];
      io.to(channel).emit("message", {
        id, channel_id: channel, user_id: socket.data.person, temp_id, message, created_on: created_at, status: "sent",
        attachments: "[]", is_broadcast_message: false,
      });
    } catch {
      socket.emit("refused", "not stored");
    }
  });
});

http.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${http.address().port}`));
process.on("SIGTERM", () => process.exit(0));
