import { ArrowUpRight, GraduationCap, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Schemas, useTranslation, VisuallyHidden } from 'ui-kit';
import { TextBlocks } from '../rich-text/rich-text';
import { YoutubePlayer } from '../video/youtube-player';
import styles from './step-part.module.css';
import './texts';

type Item = Schemas['SessionContentItem'];

interface StepPartProps {
  item: Item;
  /** Draws a quiz, which each page does in its own way. */
  quiz: (quiz: NonNullable<Item['quiz']>) => ReactNode;
}

/** A part of a step of a session, by its type. */
export function StepPart({ item, quiz }: StepPartProps) {
  const { t } = useTranslation('learning');
  const text = <TextBlocks blocks={item.blocks} />;
  switch (item.contentType) {
    case 'TEXT':
      return text;
    case 'INSTRUCTION':
      return (
        <Note kind="instruction" title={t('content.instruction')} icon={<PencilLine aria-hidden size={20} />}>
          {text}
        </Note>
      );
    case 'MENTOR_TIPS':
      return (
        <Note kind="tips" title={t('content.mentorTips')} icon={<GraduationCap aria-hidden size={20} />}>
          {text}
        </Note>
      );
    case 'ARTICLE':
      return (
        <section className={styles.article} aria-label={t('content.article')}>
          {text}
        </section>
      );
    case 'IMAGE':
      return item.image ? <Picture {...item.image} /> : null;
    case 'YOUTUBE':
      return item.video ? <Video {...item.video} /> : null;
    case 'HYPERLINK':
      return item.url ? <Hyperlink url={item.url} words={item.localeText} /> : null;
    case 'QUIZ':
      return item.quiz ? quiz(item.quiz) : null;
    default:
      return <p className={styles.unknown}>{t('content.unknown')}</p>;
  }
}

interface NoteProps {
  kind: string;
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

function Note({ kind, title, icon, children }: NoteProps) {
  return (
    <aside className={styles.note} data-kind={kind} aria-label={title}>
      <p className={styles.noteTitle}>
        {icon}
        {title}
      </p>
      {children}
    </aside>
  );
}

function Picture({ path, localeAlt, sizePercentage }: NonNullable<Item['image']>) {
  return (
    <img
      className={styles.picture}
      src={path}
      alt={localeAlt}
      loading="lazy"
      style={{ '--size': `${sizePercentage}%` } as React.CSSProperties}
    />
  );
}

function Video({ id, localeTitle, localeTranscript }: NonNullable<Item['video']>) {
  const { t } = useTranslation('learning');
  return (
    <section className={styles.video} aria-label={localeTitle}>
      <p className={styles.videoTitle} dir="auto">
        {localeTitle}
      </p>
      <YoutubePlayer id={id} title={localeTitle} />
      {localeTranscript !== '' && (
        <details className={styles.transcript}>
          <summary>{t('content.transcript')}</summary>
          <p dir="auto">{localeTranscript}</p>
        </details>
      )}
    </section>
  );
}

function Hyperlink({ url, words }: { url: string; words: string }) {
  const { t } = useTranslation('learning');
  // The server allows no other addresses.
  if (!url.startsWith('https://')) return null;
  return (
    <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
      <span>
        <span className={styles.words} dir="auto">
          {words}
        </span>
        <VisuallyHidden> {t('content.newTab')}</VisuallyHidden>
        <span className={styles.host}>{new URL(url).hostname.replace(/^www\./, '')}</span>
      </span>
      <ArrowUpRight aria-hidden className={styles.flip} size={20} />
    </a>
  );
}
