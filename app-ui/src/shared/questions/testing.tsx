import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppProviders } from 'ui-kit';
import { expect, vi } from 'vitest';
import type { StoredAnswer } from './accept';
import { AnswerDrafts } from './drafts';
import { type Question, toQuestions } from './question';
import { QuestionList } from './question-list';
import type { Upload } from './uploads';
import { useQuestionForm } from './use-form';
import type { WireAnswer, WireQuestion } from './wire';

type Answers = Readonly<Record<string, StoredAnswer>> | null;

interface Options {
  stored?: WireAnswer[];
  upload?: Upload;
  isDisabled?: boolean;
}

interface FormProps extends Required<Options> {
  questions: Question[];
  onSend: (answers: Answers) => void;
}

const drafts = new AnswerDrafts('maya');

function Form({ questions, stored, upload, isDisabled, onSend }: FormProps) {
  const form = useQuestionForm({ questions, stored, drafts, formKey: 'stage', upload });
  return (
    <>
      <QuestionList questions={questions} form={form} isDisabled={isDisabled} />
      <button type="button" onClick={() => onSend(form.check())}>
        Send
      </button>
    </>
  );
}

/** Shows questions with a Send button. `sent` returns what the last press sent. */
export function showQuestions(wire: (Partial<WireQuestion> & { type: string })[], options: Options = {}) {
  const { stored = [], upload = vi.fn<Upload>(), isDisabled = false } = options;
  const questions = toQuestions(
    wire.map((one, displayOrder) => ({
      key: one.type,
      mandatory: true,
      title: `About ${one.type}`,
      displayOrder,
      ...one,
    })),
  );
  let answers: Answers = null;
  const user = userEvent.setup();
  const view = render(
    <AppProviders>
      <Form
        questions={questions}
        stored={stored}
        upload={upload}
        isDisabled={isDisabled}
        onSend={(sent) => {
          answers = sent;
        }}
      />
    </AppProviders>,
  );
  return {
    user,
    ...view,
    async sent(): Promise<Answers> {
      await user.click(view.getByRole('button', { name: 'Send' }));
      return answers;
    },
    /** Sends and expects the only question to have this problem. */
    async problem(text: string): Promise<void> {
      await user.click(view.getByRole('button', { name: 'Send' }));
      expect(answers).toBeNull();
      expect(view.getByText(text)).toBeDefined();
    },
  };
}

export const options = (...labels: string[]) =>
  labels.map((label, displayOrder) => ({ key: `o${displayOrder + 1}`, label, displayOrder }));
