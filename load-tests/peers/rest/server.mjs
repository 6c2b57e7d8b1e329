// The REST server that most teams would write: Fastify, one query per question, JSON.stringify. It reads the people and the
// content that `load-tests rest` wrote, and answers the measured requests in the form of docs/HTTP.md. Not done here, and done by
// the hub: checking the token's signature, noticing new content, versions, events for open pages.
import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { connect } from "./database.mjs";

const { all, id, json, write } = await connect(process.env.DATABASE_URL);
const content = async (kind) =>
  (await all("SELECT body FROM content WHERE kind = $1 ORDER BY position", kind)).map((row) => json(row.body));
const [surveys, sessions, tagList, feed] = await Promise.all(["survey", "session", "tag", "feed_item"].map(content));
const tags = new Map(tagList.map((tag) => [tag.key, tag]));
const picture = (name) => name && `/api/v2/card/picture/${name}/`;
const texts = (name, text, language) => ({
  [name]: text?.en ?? "",
  [`locale${name[0].toUpperCase()}${name.slice(1)}`]: text?.[language] ?? text?.en ?? "",
});
const isOut = (item) => item.published_on <= new Date().toISOString();
const refusal = (statusCode, message) => Object.assign(new Error(message), { statusCode });

const app = Fastify();
await app.register(multipart, { attachFieldsToBody: "keyValues" });
app.decorateRequest("person", null);
// The signature is not checked, which is in favour of this server.
app.addHook("preHandler", async (request) => {
  const claims = JSON.parse(Buffer.from(request.headers.authorization?.split(".")[1] ?? "bnVsbA", "base64url"));
  [request.person] = await all(
    `SELECT p.id, p.first_name, p.last_name, p.display_name, p.email, p.bio, p.role, p.language, p.programme_id, p.declared_at,
            p.agreed_terms_at, p.phone_number, p.provider
     FROM login_sessions s JOIN people p ON p.id = s.person_id WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2`,
    id(claims?.sid ?? ""),
    new Date().toISOString(),
  );
  if (!request.person) throw refusal(401, "Sign in first.");
});

async function surveysOf({ id: person, language }) {
  const [began, stages] = await Promise.all([
    all("SELECT survey_key, completed_at FROM survey_progress WHERE person_id = $1", person),
    all("SELECT survey_key, stage_key, submitted_at FROM survey_stages WHERE person_id = $1", person),
  ]);
  const mine = surveys.filter((survey) => began.some((row) => row.survey_key === survey.key));
  return mine.map((survey) => {
    const progress = began.find((row) => row.survey_key === survey.key);
    const ofSurvey = survey.stages.map((stage) => {
      const row = stages.find((row) => row.survey_key === survey.key && row.stage_key === stage.key);
      const status = row?.submitted_at ? "COMPLETE" : row ? "ONGOING" : "NOT_STARTED";
      const words = { ...texts("name", stage.name, language), ...texts("description", stage.description, language) };
      return { id: `${survey.key}.${stage.key}`, ...words, status };
    });
    return {
      id: survey.key, ...texts("name", survey.name, language),
      ...texts("shortDescription", survey.short_description, language), icon: picture(survey.picture),
      backgroundImage: picture(survey.picture), status: progress.completed_at ? "COMPLETE" : "PARTIAL_COMPLETE",
      completedOn: progress.completed_at, expPermission: "use", stages: ofSurvey,
      currentStageId: ofSurvey.find((stage) => stage.status !== "COMPLETE")?.id ?? null,
    };
  });
}

async function cardsOf({ id: person, role, language }, only) {
  const [began, steps, bookmarks, [visit]] = await Promise.all([
    all("SELECT session_key, completed_at, rating, review FROM session_progress WHERE person_id = $1", person),
    all("SELECT session_id, step_key FROM completed_steps WHERE person_id = $1", person),
    all("SELECT session_key FROM session_bookmarks WHERE person_id = $1", person),
    all("SELECT visited_at FROM learning_hub_visits WHERE person_id = $1", person),
  ]);
  const isMine = (session) => session.audience === "learning_hub" && session.roles.includes(role) && isOut(session);
  const shown = sessions.filter((session) => isMine(session) && (!only || session.key === only));
  const minutes = (some) => some.reduce((sum, step) => sum + step.minutes, 0);
  return shown.map((session) => {
    const progress = began.find((row) => row.session_key === session.key);
    const done = new Set(steps.filter((row) => row.session_id === session.key).map((row) => row.step_key));
    const card = {
      id: session.key, ...texts("title", session.title, language), banner: picture(session.banner), color: session.color,
      tags: session.tags.map((key) => ({ key, ...texts("label", tags.get(key)?.label, language) })),
      isBookmarked: bookmarks.some((row) => row.session_key === session.key),
      sessionStatus: progress ? (progress.completed_at ? "COMPLETED" : "ONGOING") : null,
      sessionDuration: minutes(session.steps), durationCompleted: minutes(session.steps.filter((step) => done.has(step.key))),
      isLearningHub: true, publishedOn: session.published_on, because: null,
      isNew: !progress && (!visit || new Date(session.published_on) > new Date(visit.visited_at)),
    };
    return { session, progress, done, card };
  });
}

app.get("/api/v2/users/profile/", async ({ person }) => {
  const [[programme], own] = await Promise.all([
    all("SELECT key, name, settings FROM programmes WHERE id = $1", person.programme_id),
    surveysOf(person),
  ]);
  const { first_name: firstName, last_name: lastName, display_name: displayName, email, bio, role } = person;
  return {
    firstName, lastName, fullName: `${firstName} ${lastName}`, displayName, email, bio, role, userType: role,
    phoneNumber: person.phone_number, provider: person.provider, program: programme?.key, programName: programme?.name,
    newPrimaryLanguage: person.language, declaration: !!person.declared_at, hasAgreedTerms: !!person.agreed_terms_at,
    mentorships: [], status: {
      surveys: own.map((survey) => ({ surveyId: survey.id, expPermission: "use", surveyStatus: survey.status })),
      experiences: json(programme?.settings ?? "{}").experiences?.[role],
    },
  };
});
app.get("/api/v2/screening/survey-list/", ({ person }) => surveysOf(person));
app.get("/api/v2/learninghub/sessions/", async ({ person }) => (await cardsOf(person)).map(({ card }) => card));

app.get("/api/v2/learninghub/sessions/:key/", async ({ person, params }) => {
  const { language } = person;
  const [found] = await cardsOf(person, params.key);
  if (!found) throw refusal(404, "There is no such session.");
  const { session, progress, done, card } = found;
  const attempts = await all("SELECT DISTINCT quiz_key FROM quiz_attempts WHERE person_id = $1 AND session_id = $2", person.id, session.key);
  const submitted = new Set(attempts.map((row) => row.quiz_key));
  const items = (step) => step.content.filter((item) => item.type !== "MENTOR_TIPS" || person.role !== "mentee").map((item) => ({
    contentType: item.type, type: item.type, ...texts("text", item.text, language), url: item.url,
    image: item.picture && { path: picture(item.picture), sizePercentage: item.size_percentage, ...texts("alt", item.alt, language) },
    video: item.video && { id: item.video, ...texts("title", item.title, language), ...texts("transcript", item.transcript, language) },
    quiz: item.quiz && {
      id: item.quiz.key, ...texts("helpText", item.quiz.help, language), allowRetake: !!item.quiz.allow_retake,
      isMandatory: item.quiz.questions.some((question) => question.mandatory),
      isSubmitted: submitted.has(item.quiz.key), questionCount: item.quiz.questions.length,
    },
  }));
  const sessionSteps = session.steps.map((step, order) => ({
    id: step.key, order, ...texts("title", step.title, language), minutes: step.minutes,
    status: done.has(step.key) ? "COMPLETED" : "NOT_STARTED", content: items(step),
  }));
  const feedback = progress?.rating == null ? null : { rating: progress.rating, review: progress.review };
  const currentStepId = sessionSteps.find((step) => step.status !== "COMPLETED")?.id ?? null;
  return { ...card, ...texts("overview", session.overview, language), currentStepId, feedback, sessionSteps };
});

app.post("/api/v3/learninghub/quiz/save-answer/", async ({ person, body }) => {
  const data = JSON.parse(body.data);
  const session = sessions.find((session) => session.key === data.session);
  const step = session?.steps.find((step) => step.key === data.step);
  const quiz = step?.content.find((item) => item.quiz?.key === data.quiz)?.quiz;
  if (!quiz) throw refusal(404, "There is no such quiz.");
  const [[progress], done, [{ last }]] = await Promise.all([
    all("SELECT completed_at FROM session_progress WHERE person_id = $1 AND session_id = $2", person.id, session.key),
    all("SELECT step_key FROM completed_steps WHERE person_id = $1 AND session_id = $2", person.id, session.key),
    all("SELECT COALESCE(MAX(attempt), 0) AS last FROM quiz_attempts WHERE person_id = $1 AND session_id = $2 AND quiz_key = $3",
      person.id, session.key, quiz.key),
  ]);
  if (!progress) throw refusal(409, "not_started");
  const isDone = (step) => done.some((row) => row.step_key === step.key);
  if (session.steps.slice(0, session.steps.indexOf(step)).some((step) => !isDone(step))) throw refusal(409, "step_order");
  const [attempt, now] = [Number(last) + 1, new Date().toISOString()];
  if (attempt > 1 && !quiz.allow_retake) throw refusal(409, "retake_off");
  for (const question of quiz.questions) {
    const answer = data.answer_json[question.key];
    if (answer === undefined && question.mandatory) throw refusal(422, "invalid_answers");
    const isKnown = (key) => question.options.some((option) => option.key === key);
    if (answer !== undefined && question.options && ![answer].flat().every(isKnown)) throw refusal(422, "invalid_answers");
  }
  await write([
    [`INSERT INTO quiz_attempts (person_id, session_id, quiz_key, attempt, step_key, answers, request_id, submitted_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    person.id, session.key, quiz.key, attempt, step.key, JSON.stringify(data.answer_json), data.requestId, now],
    [`INSERT INTO completed_steps (person_id, session_id, step_key, completed_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING`, person.id, session.key, step.key, now],
  ]);
  const { language } = person;
  const answers = Object.entries(data.answer_json).map(([questionKey, answer]) => {
    const options = quiz.questions.find((question) => question.key === questionKey)?.options ?? [];
    const right = options.filter((option) => option.is_correct).map((option) => option.key);
    const isCorrect = right.length ? right.length === [answer].flat().length && right.every((key) => [answer].flat().includes(key)) : null;
    return { questionKey, answer, isCorrect };
  });
  const judged = answers.filter((answer) => answer.isCorrect !== null);
  const questions = quiz.questions.map((question, order) => ({
    key: question.key, order, questionType: question.type, mandatory: !!question.mandatory, ...texts("label", question.label, language),
    ...texts("helpText", question.help, language), answerOptions: question.options?.map((option, displayOrder) => ({
      key: option.key, displayOrder, ...texts("label", option.label, language), isCorrect: option.is_correct,
      ...texts("explanation", option.explanation, language),
    })),
  }));
  return {
    id: quiz.key, ...texts("helpText", quiz.help, language), allowRetake: !!quiz.allow_retake, attempt, submittedOn: now,
    score: { correct: judged.filter((answer) => answer.isCorrect).length, of: judged.length }, questions, answers,
    stepCompleted: true, sessionStatus: progress.completed_at ? "COMPLETED" : "ONGOING",
  };
});

app.get("/api/v2/learninghub/feed/", async ({ person, query: { page = 1, size = 10 } }) => {
  const { language } = person;
  const mine = feed.filter((item) => isOut(item) && (!item.roles?.length || item.roles.includes(person.role))).reverse();
  mine.sort((one, other) => other.published_on.localeCompare(one.published_on));
  const shown = mine.slice((page - 1) * size, page * size);
  const likes = await all(
    `SELECT item_key, COUNT(*) AS likes, COUNT(CASE WHEN person_id = $1 THEN 1 END) AS own FROM feed_likes
     WHERE item_key IN (${shown.map((_, at) => `$${at + 2}`)}) GROUP BY item_key`, person.id, ...shown.map((item) => item.key));
  const likesOf = (item) => {
    const row = likes.find((row) => row.item_key === item.key);
    return { feedLikes: Number(row?.likes ?? 0), isLiked: Number(row?.own ?? 0) > 0 };
  };
  const results = shown.map((item) => ({
    id: item.key, event: item.event, publishedOn: item.published_on, ...likesOf(item),
    contentObject: item.event === "post" ? {
      ...texts("title", item.title, language), ...texts("description", item.description, language), thumbnail: picture(item.picture),
      ...texts("thumbnailAlt", item.alt, language), link: item.link, ...texts("mtCuratedNote", item.note, language),
    } : { ...texts("text", item.text, language), ...texts("author", item.author, language) },
  }));
  return { results, page: Number(page), hasNextPage: mine.length > page * size, asOf: new Date().toISOString(), newCount: 0 };
});

await app.listen({ port: 0, host: "127.0.0.1" });
console.log(`listening on http://127.0.0.1:${app.server.address().port}`);
process.on("SIGTERM", () => process.exit(0));
