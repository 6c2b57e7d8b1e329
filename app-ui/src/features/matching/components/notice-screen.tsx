import type { ReactNode, RefObject } from 'react';
import { Scene, type SceneName } from './scene';
import styles from './screen-intro.module.css';

interface NoticeScreenProps {
  title: string;
  text: string;
  scene: SceneName;
  headingRef: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
}

/** A screen of our own words: outside the pool, or paused. */
export function NoticeScreen({ title, text, scene, headingRef, children }: NoticeScreenProps) {
  return (
    <section className={styles.intro} aria-labelledby="matching-screen">
      <div className={styles.words}>
        <h2 className={styles.title} id="matching-screen" ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
      <div className={styles.picture}>
        <Scene name={scene} />
      </div>
    </section>
  );
}
