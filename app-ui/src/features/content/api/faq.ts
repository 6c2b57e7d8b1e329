import { queryOptions } from '@tanstack/react-query';
import { publicApi, type Schemas } from 'ui-kit';
import { matchesAll } from '../../../shared/rich-text/highlight';
import { plainText } from '../../../shared/rich-text/rich-text';

export type Topic = Schemas['FaqTopic'];
export type Question = Topic['questions'][number];

/** Fetches all topics in one language. */
export const faqQuery = (language: string) =>
  queryOptions({
    queryKey: ['faq', language],
    queryFn: ({ signal }) =>
      publicApi.get('/api/v2/faq/', { params: { query: { language_code: language } }, signal }),
    staleTime: 10 * 60_000,
  });

/** Returns the questions whose topic, question and answer contain every word, by topic. */
export function filterTopics(topics: readonly Topic[], words: readonly string[]): Topic[] {
  const fits = (topic: Topic, { question, answer }: Question) =>
    matchesAll(`${topic.title} ${question} ${plainText(answer)}`, words);
  return topics
    .map((topic) => ({ ...topic, questions: topic.questions.filter((question) => fits(topic, question)) }))
    .filter(({ questions }) => questions.length > 0);
}
