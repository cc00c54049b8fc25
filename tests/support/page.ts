// Files of one worker share what they have loaded, and React decides as it is loaded what a document can do.
import { forgetDevice } from './dom.ts';
import 'fake-indexeddb/auto';
import { configure, prettyDOM } from '@testing-library/react';
import { renewDeviceStore } from './device-store.ts';
import { patience } from './patience.ts';

// A screen's code is loaded when it is first shown, which on a busy machine takes seconds.
configure({ asyncUtilTimeout: patience, getElementError: missingElement });

// Each file starts with an empty device and an empty page: another file may have left something there.
renewDeviceStore();
forgetDevice();
document.body.replaceChildren();

/**
 * The testing library's error, which prints the page only when somebody reads it: whoever waits for an element makes one at
 * each change of the page, and printing it took a tenth of these tests' time.
 */
function missingElement(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  // The stack begins at who asked.
  Error.captureStackTrace(error, missingElement);
  const whole = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { configurable: true, get: whole });
}
