import { useTranslation, VisuallyHidden } from 'ui-kit';
import { cutTitle } from '../../../shared/sessions/cut-title';
import styles from './cut-text.module.css';
import { useOpenDialog } from './use-open-dialog';

/** Characters of a description before it is cut. */
const MOST_CHARACTERS = 160;

interface CutTextProps {
  text: string;
  /** Names the text in the address of its dialog. */
  id: string;
  /** What the text is about, for screen readers. */
  about: string;
  className?: string | undefined;
}

/** A description, cut after 160 characters with a button that shows all of it. */
export function CutText({ text, id, about, className }: CutTextProps) {
  const { t } = useTranslation('matching');
  const { open } = useOpenDialog();
  const short = cutTitle(text, MOST_CHARACTERS);
  return (
    <p className={className} dir="auto">
      {short}
      {short !== text && (
        <>
          {' '}
          <button type="button" className={styles.more} onClick={() => open(`text:${id}`)}>
            {t('readMore')}
            <VisuallyHidden>: {about}</VisuallyHidden>
          </button>
        </>
      )}
    </p>
  );
}
