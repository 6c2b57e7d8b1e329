import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Schemas, useErrorText, useTranslation } from 'ui-kit';
import type { Typed } from '../editor/draft';
import { editOf } from '../editor/draft';
import { type Definition, definitionPreviewQuery } from '../texts';
import { usePlaceText } from '../use-place-text';
import { MailPreview } from './mail-preview';
import styles from './preview.module.css';

// With the views of questions, which other texts do not need.
const SessionPreview = lazy(() =>
  import('./session-preview').then(({ SessionPreview }) => ({ default: SessionPreview })),
);
const SurveyPreview = lazy(() =>
  import('./survey-preview').then(({ SurveyPreview }) => ({ default: SurveyPreview })),
);

/** The pause of the author after which the page is drawn. */
const PAUSE_MS = 400;

const ROLES = ['mentee', 'mentor'] as const;

/** The kinds of which there is a preview as a whole. */
export const isPreviewed = ({ kind }: Definition): boolean => ['mail', 'session', 'survey'].includes(kind);

interface PreviewPanelProps {
  definition: Definition;
  typed: Typed | null;
}

/** A definition as those see it who read it, with what is typed and not saved. */
export function PreviewPanel({ definition, typed }: PreviewPanelProps) {
  const { t, i18n } = useTranslation('staff');
  const errorText = useErrorText();
  const { placeText } = usePlaceText();
  const { kind, languages, texts } = definition;
  const [language, setLanguage] = useState(
    () => languages.find(({ code }) => code === i18n.language)?.code ?? 'en',
  );
  const [role, setRole] = useState<Schemas['PreviewRole']>('mentee');
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const body = { texts: editOf(definition, settled).texts, language, role };
  const { data, error } = useQuery({
    ...definitionPreviewQuery(definition, body),
    placeholderData: keepPreviousData,
  });
  const nameOf = (code: string | null) => languages.find((one) => one.code === code)?.name ?? code ?? '';
  const problemText = ({ path, language: at, code, sentence, value }: Schemas['PlacedProblem']) => {
    const problem = t([`texts.problems.${code}`, 'texts.problems.other'], { sentence, value });
    const place = texts.find((one) => one.path === path);
    if (place === undefined) return problem;
    return t('texts.reading.place', { place: placeText(place), language: nameOf(at), problem });
  };
  return (
    <div className={styles.panel}>
      <div className={styles.choices}>
        <NativeSelect
          label={t('texts.reading.language')}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
        />
        {kind === 'session' && (
          <NativeSelect
            label={t('texts.reading.role')}
            value={role}
            onChange={({ currentTarget }) =>
              setRole(ROLES.find((one) => one === currentTarget.value) ?? 'mentee')
            }
            data={ROLES.map((one) => ({ value: one, label: t(`texts.reading.roles.${one}`) }))}
          />
        )}
      </div>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {data !== undefined && (
        <>
          {data.problems.length > 0 && (
            <ul className={styles.problems} aria-label={t('texts.reading.problems')}>
              {data.problems.map((problem) => (
                <li key={`${problem.path}|${problem.language}|${problem.sentence}`}>
                  <bdi>{problemText(problem)}</bdi>
                </li>
              ))}
            </ul>
          )}
          <div className={styles.shown}>
            {data.mail !== null && <MailPreview mail={data.mail} language={language} />}
            <Suspense fallback={null}>
              {data.session !== null && <SessionPreview session={data.session} language={language} />}
              {data.survey !== null && <SurveyPreview survey={data.survey} language={language} />}
            </Suspense>
            {data.mail === null && data.session === null && data.survey === null && (
              <p className={styles.hint}>{t('texts.reading.none')}</p>
            )}
          </div>
        </>
      )}
      <p className={styles.hint}>{t('texts.reading.unsaved')}</p>
    </div>
  );
}
