import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useErrorText, useTranslation } from 'ui-kit';
import { TextBlocks } from '../../../../../shared/rich-text/rich-text';
import { previewQuery } from '../texts';
import styles from './text-editor.module.css';

/** The pause of the author after which the text is drawn. */
const PAUSE_MS = 400;

/** A text as its readers see it, while it is typed. */
export function MarkdownPreview({
  text,
  language,
  label,
}: {
  text: string;
  language: string;
  label: string;
}) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const { data, error } = useQuery({ ...previewQuery(settled), placeholderData: keepPreviousData });
  return (
    <section className={styles.preview} aria-label={label} lang={language}>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {data?.problems.map(({ code, sentence }) => (
        <p key={sentence} className={styles.problem}>
          {t([`texts.problems.${code}`, 'texts.problems.other'], { sentence })}
        </p>
      ))}
      {data !== undefined && <TextBlocks blocks={data.blocks} />}
    </section>
  );
}
