import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { announce, HttpError, useErrorText, useTranslation } from 'ui-kit';
import { dayInSentence } from '../../../../shared/dates/day-in-sentence';
import { previewQuery, type WindowPreview, type WindowRequest } from '../survey-window';
import type { Translate } from '../use-when-text';

const DEBOUNCE_MS = 300;

/** Says whom a window would ask, as long as its form has no mistakes. `people` is null until they are counted; `isTaken`: they are asked already. */
export function usePreview(
  body: WindowRequest | null,
  today: string,
): { people: number | null; isTaken: boolean; text: string } {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const written = JSON.stringify(body);
  const [settled] = useDebouncedValue(written, DEBOUNCE_MS);
  const { data, error } = useQuery(previewQuery(JSON.parse(settled)));
  const isCurrent = settled === written && body !== null;
  // An error keeps what was counted before.
  const counted = isCurrent && error === null ? data : undefined;
  const sentences =
    counted === undefined || body === null ? [] : sentencesOf(body, counted, today, i18n.language, t);
  const failed = isCurrent && error !== null ? errorText(error) : '';
  const text = sentences.length > 0 ? sentences.join(' ') : failed;
  useAnnouncedChange(text);
  return {
    people: counted?.people ?? null,
    isTaken: isCurrent && error instanceof HttpError && error.code === 'window_exists',
    text: text || t(body === null ? 'surveys.preview.open' : 'surveys.preview.counting'),
  };
}

function sentencesOf(
  { kind, opensOn, week }: WindowRequest,
  { people, done }: WindowPreview,
  today: string,
  language: string,
  t: Translate,
): string[] {
  const sent = done === 0 ? [] : [t('surveys.preview.done', { count: done })];
  if (kind === 'dates') {
    if (people === 0) return [t('surveys.preview.none'), ...sent];
    if (opensOn == null || opensOn === today) return [t('surveys.preview.now', { count: people }), ...sent];
    const day = dayInSentence(opensOn, today, language);
    return [t('surveys.preview.later', { count: people, day }), ...sent];
  }
  const running =
    people === 0 ? t('surveys.preview.noneRunning') : t('surveys.preview.running', { count: people });
  const rule = kind === 'exit' ? t('surveys.preview.exit') : t('surveys.preview.week', { count: week ?? 0 });
  return [running, rule, ...sent];
}

/** Tells screen readers what has changed since the page was opened. */
function useAnnouncedChange(text: string): void {
  const announced = useRef('');
  useEffect(() => {
    if (text === '' || text === announced.current) return;
    if (announced.current !== '') announce(text);
    announced.current = text;
  }, [text]);
}
