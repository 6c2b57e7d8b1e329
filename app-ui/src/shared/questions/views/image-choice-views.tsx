import { useState } from 'react';
import type { Option } from '../question';
import type { ViewProps } from '../view-props';
import { Choice, ClearButton } from './choice';
import styles from './choices.module.css';

export function SingleChoiceWithImageView(props: ViewProps) {
  return (
    <>
      <Pictures props={props} type="radio" />
      <ClearButton {...props} />
    </>
  );
}

export function MultiChoiceWithImageView(props: ViewProps) {
  return <Pictures props={props} type="checkbox" />;
}

function Pictures({ props, type }: { props: ViewProps; type: 'radio' | 'checkbox' }) {
  return (
    <div className={styles.pictures}>
      {props.question.options.map((option) => (
        <PictureChoice key={option.key} props={props} type={type} option={option} />
      ))}
    </div>
  );
}

/** The label names the choice, so the picture is decoration. A picture that fails to load leaves its place empty. */
function PictureChoice({
  props,
  type,
  option,
}: {
  props: ViewProps;
  type: 'radio' | 'checkbox';
  option: Option;
}) {
  const [hasFailed, setHasFailed] = useState(false);
  const { picture, label } = option;
  return (
    <Choice props={props} type={type} option={option} className={styles.card}>
      {picture === null || hasFailed ? (
        <span className={styles.picture} />
      ) : (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          loading="lazy"
          onError={() => setHasFailed(true)}
        />
      )}
      <span className={styles.caption} dir="auto">
        {label}
      </span>
    </Choice>
  );
}
