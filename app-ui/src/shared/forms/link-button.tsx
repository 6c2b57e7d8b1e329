import type { ComponentProps } from 'react';
import styles from './link-button.module.css';

/** A button that looks like a link, for what is less important than its surroundings. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.link} {...props} />;
}
