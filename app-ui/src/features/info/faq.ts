import { queryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';
import { hasAll } from '../texts/highlight';
import { plainText } from '../texts/text-blocks';

export type Topic = Schemas['FaqTopic'];
export type Question = Topic['questions'][number];

/** All questions in one language. */
export const faqQuery = (language: string) =>
  queryOptions({
    queryKey: ['faq', language],
    queryFn: ({ signal }) =>
      http<Topic[]>(`api/v2/faq/?language_code=${encodeURIComponent(language)}`, { signal, anonymous: true }),
    staleTime: 10 * 60_000,
  });

/** What is left of the topics when every word has to be in the question, the answer or the name of the topic. */
export function topicsWith(topics: readonly Topic[], words: readonly string[]): Topic[] {
  const fits = (topic: Topic, { question, answer }: Question) =>
    hasAll(`${topic.title} ${question} ${plainText(answer)}`, words);
  return topics
    .map((topic) => ({ ...topic, questions: topic.questions.filter((question) => fits(topic, question)) }))
    .filter(({ questions }) => questions.length > 0);
}
