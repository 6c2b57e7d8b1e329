import { useQuery } from '@tanstack/react-query';
import { formatDateTime, useTranslation, VisuallyHidden } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { LinkButton } from '../../../../../shared/forms/link-button';
import { Section } from '../../../components/section';
import { type Definition, historyQuery, type TextChange } from '../texts';
import { usePlaceText } from '../use-place-text';
import { wordDiff } from '../word-diff';
import styles from './text-editor.module.css';

interface TextHistoryProps {
  definition: Definition;
  fieldText: (field: string) => string;
  /** Null where nothing can be set back. */
  onSetBack: ((change: TextChange) => void) | null;
}

/** What changed in the texts of a definition: who, when, and which words. */
export function TextHistory({ definition, fieldText, onSetBack }: TextHistoryProps) {
  const { t, i18n } = useTranslation('staff');
  const { placeText } = usePlaceText();
  const query = useQuery(historyQuery(definition.kind, definition.key));
  const nameOf = (code: string) =>
    definition.languages.find((language) => language.code === code)?.name ?? code;
  const titleOf = (path: string) => {
    const place = definition.texts.find((one) => one.path === path);
    const field = fieldText(path.split('/').at(-1) ?? '');
    return place === undefined ? t('texts.history.gone', { field }) : placeText(place);
  };
  const author = ({ author: by, actorKind }: TextChange) =>
    by?.name || t(actorKind === 'staff' ? 'rules.history.erased' : 'rules.history.content');
  return (
    <Section title={t('texts.history.title')}>
      <QueryState query={query}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p className={styles.hint}>{t('texts.history.none')}</p>
          ) : (
            <ol className={styles.history}>
              {changes.map((change) => {
                const when = formatDateTime(change.at, i18n.language);
                return (
                  <li key={change.id}>
                    <p className={styles.when}>
                      <bdi>{author(change)}</bdi> · {when}
                    </p>
                    {change.entries !== null && (
                      <p className={styles.difference}>{t('texts.history.order')}</p>
                    )}
                    {change.texts.map(({ path, language, before, after }) => (
                      <div key={`${path}|${language}`}>
                        <strong>
                          {titleOf(path)}, <span lang={language}>{nameOf(language)}</span>
                        </strong>
                        <Difference language={language} before={before ?? ''} after={after ?? ''} />
                      </div>
                    ))}
                    {onSetBack !== null && (
                      <LinkButton
                        aria-label={`${t('texts.history.setBack')}: ${when}`}
                        onClick={() => onSetBack(change)}
                      >
                        {t('texts.history.setBack')}
                      </LinkButton>
                    )}
                  </li>
                );
              })}
            </ol>
          )
        }
      </QueryState>
    </Section>
  );
}

/** Words that came and went, also for those who do not see colours. */
function Difference({ language, before, after }: { language: string; before: string; after: string }) {
  const { t, i18n } = useTranslation('staff');
  return (
    <div className={styles.difference} dir="auto" lang={language}>
      {wordDiff(before, after).map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a change never changes
        if (kind === 'same') return <span key={index}>{text}</span>;
        const Mark = kind === 'inserted' ? 'ins' : 'del';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a change never changes
          <Mark key={index}>
            <VisuallyHidden lang={i18n.language}>{t(`texts.history.${kind}`)} </VisuallyHidden>
            {text}
          </Mark>
        );
      })}
    </div>
  );
}
