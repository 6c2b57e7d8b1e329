import { Skeleton } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'ui-kit';
import type { ScreenText } from '../../../shared/matches/types';
import { CutText } from './cut-text';
import { Scene, type SceneName } from './scene';
import styles from './screen-intro.module.css';

interface ScreenIntroProps {
  /** The texts of the programme; undefined while the list is empty. */
  text: ScreenText | undefined;
  scene: SceneName;
  headingRef: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
}

/** What happens on a screen, with the programme's picture or ours. */
export function ScreenIntro({ text, scene, headingRef, children }: ScreenIntroProps) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null);
  if (text === undefined) return <IntroSkeleton />;
  const { key, localeTitle, localeDescription, image } = text;
  return (
    <section className={styles.intro} aria-labelledby="matching-screen">
      <div className={styles.words}>
        <h2 className={styles.title} id="matching-screen" ref={headingRef} tabIndex={-1} dir="auto">
          {localeTitle}
        </h2>
        <CutText className={styles.text} text={localeDescription} id={key} about={localeTitle} />
        {children}
      </div>
      <div className={styles.picture}>
        {image !== '' && image !== brokenImage ? (
          <img src={image} alt="" onError={() => setBrokenImage(image)} />
        ) : (
          <Scene name={scene} />
        )}
      </div>
    </section>
  );
}

function IntroSkeleton() {
  const { t } = useTranslation('matching');
  return (
    <div className={styles.intro} role="status" aria-label={t('loading')}>
      <div className={styles.words}>
        <Skeleton height={28} width="60%" />
        <Skeleton height={16} />
        <Skeleton height={16} width="85%" />
      </div>
      <div className={styles.picture}>
        <Skeleton height="100%" radius={0} />
      </div>
    </div>
  );
}
