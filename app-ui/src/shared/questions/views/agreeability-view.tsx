import { asText, type ViewProps } from '../view-props';
import { ClearButton } from './choice';
import { Rail, railSteps } from './rail';

/** Agreement from one end to the other. */
export function AgreeabilityView(props: ViewProps) {
  const { question, controlId, value, onChange } = props;
  return (
    <>
      <Rail name={controlId} steps={railSteps(question.options)} chosen={asText(value)} onChoose={onChange} />
      <ClearButton {...props} />
    </>
  );
}
