import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import type { LinkPreview } from '../../model/link-preview';
import styles from './link-card.module.css';

/** Returns the host of an address without `www.`. */
function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./u, '');
  } catch {
    return url;
  }
}

/** Preview of a web page. Its height does not depend on the image. */
export function LinkCard({ preview }: { preview: LinkPreview }) {
  return (
    <a className={styles.card} href={preview.url} target="_blank" rel="noopener noreferrer nofollow">
      <LinkCardContent preview={preview} />
    </a>
  );
}

/** The content of the card without a link, for the composer. */
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
