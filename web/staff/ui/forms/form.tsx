import { FORM_ERROR, type FormApi } from 'final-form';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Form as FinalForm, useForm, useFormState } from 'react-final-form';
import type { z } from 'zod';
import { Error } from '@blueprintjs/icons';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { useComposedEnter } from './composing.ts';
import { forgetDraft, readDraft } from './draft-store.ts';
import { DraftKeeper, DraftNotice } from './draft.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { validateWith, type FieldProblems, type Saved, type SubmitOutcome } from './form-problems.ts';
import './form.css';

/** The button that submitted the form. */
export interface SubmitManner {
  /** "Save and add another". */
  readonly another: boolean;
}

interface FormProps<Values extends object> {
  /** The first values of the fields. A form with drafts takes over newer values until the user changes a field. */
  readonly initialValues: Values;
  readonly rules: z.ZodType;
  readonly onSubmit: (values: Values, manner: SubmitManner) => Promise<SubmitOutcome>;
  /** The form's key in session storage, which holds the draft. A form without a key keeps no drafts. */
  readonly draftKey?: string;
  /** Asks before the user leaves unsaved values. A form with drafts always asks. */
  readonly guarded?: boolean;
  readonly className?: string;
  readonly children: (state: { readonly form: FormApi<Values>; readonly submitting: boolean }) => ReactNode;
}

/** Every staff form: shows the errors in words, focuses the first bad field, prevents a double submit, keeps a draft. */
export function Form<Values extends object>(props: FormProps<Values>) {
  const { rules, onSubmit, draftKey, guarded = draftKey !== undefined, className, children } = props;
  const [initialValues, setInitialValues] = useState(props.initialValues);
  const [draft, setDraft] = useState(() => (draftKey === undefined ? undefined : readDraft(draftKey)));
  const element = useRef<HTMLFormElement>(null);
  const [, setRefusals] = useState(0);
  useComposedEnter(element);
  const saved = useRef<(Saved & { readonly sent: Values }) | undefined>(undefined);
  const manner = useRef<SubmitManner>({ another: false });
  // The form can still be on the screen while the next screen is loading.
  const left = useRef(false);

  async function submit(values: Values, form: FormApi<Values>): Promise<FieldProblems | undefined> {
    const outcome = await onSubmit(values, manner.current);
    if ('problems' in outcome) return placed(outcome.problems, form.getRegisteredFields());
    saved.current = { ...outcome, sent: values };
    return undefined;
  }

  // `flushSync` shows the problems and moves the focus at once. A later focus would interrupt a user who types already.
  function focusFirstBad(): void {
    flushSync(() => setRefusals((count) => count + 1));
    const bad = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    (bad ?? element.current?.querySelector<HTMLElement>('.form-problem'))?.focus();
  }

  async function run(handleSubmit: () => Promise<unknown> | undefined, form: FormApi<Values>): Promise<void> {
    await handleSubmit();
    const done = saved.current;
    if (done === undefined) {
      focusFirstBad();
      return;
    }
    if (draftKey !== undefined) forgetDraft(draftKey);
    done.saved();
    const isHere = element.current !== null && !left.current;
    if (isHere) done.next?.();
    if (done.stored === undefined) return;
    saved.current = undefined;
    setDraft(undefined);
    goOn(form, done.sent, done.stored);
  }

  return (
    <FinalForm<Values>
      initialValues={initialValues}
      validate={validateWith(rules)}
      onSubmit={submit}
      subscription={{ submitting: true, submitError: true }}
    >
      {({ handleSubmit, form, submitting = false, submitError }) => (
        <form
          ref={element}
          noValidate
          className={className}
          onSubmit={(event) => {
            event.preventDefault();
            if (submitting) return;
            manner.current = { another: isAnother(event.nativeEvent) };
            // An earlier save says nothing about this one.
            saved.current = undefined;
            void run(handleSubmit, form);
          }}
        >
          {draftKey !== undefined && (
            <>
              {draft !== undefined && <DraftNotice name={draftKey} onDiscard={() => setDraft(undefined)} />}
              <NewerValues values={props.initialValues} shown={initialValues} onFollow={setInitialValues} />
            </>
          )}
          {guarded && (
            <UnsavedGuard
              draftName={draftKey}
              isSaved={() => saved.current !== undefined}
              onLeave={() => (left.current = true)}
            />
          )}
          <FormProblem messageKey={typeof submitError === 'string' ? submitError : undefined} />
          {children({ form, submitting })}
          {draftKey !== undefined && <DraftKeeper name={draftKey} found={draft} />}
        </form>
      )}
    </FinalForm>
  );
}

interface NewerValuesProps<Values> {
  readonly values: Values;
  /** The values that the form was given before. */
  readonly shown: Values;
  readonly onFollow: (values: Values) => void;
}

/** Gives a pristine form the newer values of the edited row. Typed values are never overwritten. */
function NewerValues<Values extends object>({ values, shown, onFollow }: NewerValuesProps<Values>) {
  const form = useForm<Values>();
  const isNewer = JSON.stringify(values) !== JSON.stringify(shown);
  // Renders when the form becomes pristine: a form that stays on the screen gets its newer values before that.
  useFormState({ subscription: { pristine: true } });
  useEffect(() => {
    const { pristine, submitting } = form.getState();
    if (isNewer && pristine && !submitting) onFollow(values);
  });
  return null;
}

/** Compares the fields with the stored values from now on. Keeps what the user typed after the form was sent. */
function goOn<Values extends object>(form: FormApi<Values>, sent: Values, stored: object): void {
  const { values } = form.getState();
  form.batch(() => {
    form.reset({ ...sent, ...stored });
    for (const field in values) if (values[field] !== sent[field]) form.change(field, values[field]);
  });
}

/** True for "Save and add another". Enter in a field counts as the form's first button, which saves only. */
function isAnother(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.getAttribute('value') === 'another';
}

// A problem without a field of this form is shown above the form.
function placed(problems: FieldProblems, fields: readonly string[]): FieldProblems {
  const knownProblems = Object.entries(problems).filter(([field]) => fields.includes(field));
  const [stray] = Object.entries(problems).filter(([field]) => !fields.includes(field));
  return { ...Object.fromEntries(knownProblems), ...(stray && { [FORM_ERROR]: stray[1] }) };
}

/** The problem of the whole form; stays until the next submit. `messageKey` can also be a translated text. */
export function FormProblem({ messageKey }: { readonly messageKey: string | undefined }) {
  if (messageKey === undefined) return null;
  return (
    <p className="form-problem" tabIndex={-1}>
      <Error />
      <span>{messageText(messageKey) ?? messageKey}</span>
    </p>
  );
}
