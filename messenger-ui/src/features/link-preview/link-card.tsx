import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import type { LinkPreview } from '../../model/link-preview';
import styles from './link-card.module.css';

/** The host of an address as people read it. */
function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./u, '');
  } catch {
    return url;
  }
}

/** A web page in a few words. Its height is known before its picture comes. */
export function LinkCard({ preview }: { preview: LinkPreview }) {
  return (
    <a className={styles.card} href={preview.url} target="_blank" rel="noopener noreferrer nofollow">
      <LinkCardContent preview={preview} />
    </a>
  );
}

/** The same where it is no link, such as above the text that it will be sent with. */
export function LinkCardContent({ preview }: { preview: LinkPreview }) {
  const { title, description, image, url } = preview;
  const [isBroken, setIsBroken] = useState(false);
  return (
    <>
      {image !== null && (
        <span className={styles.picture}>
          {!isBroken && (
            <img src={image} alt="" decoding="async" draggable={false} onError={() => setIsBroken(true)} />
          )}
        </span>
      )}
      <span className={styles.texts}>
        <strong className={styles.title} dir="auto">
          {title}
        </strong>
        {description !== '' && (
          <span className={styles.description} dir="auto">
            {description}
          </span>
        )}
        <span className={styles.host} dir="ltr">
          {hostOf(url)}
          <ArrowUpRight aria-hidden size={12} />
        </span>
      </span>
    </>
  );
}
