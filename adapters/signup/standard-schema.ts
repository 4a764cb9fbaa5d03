import { checkSignup, checkSignupOptions, type SignupEngine, type SignupOptions } from './signup-check.ts';

/** A validator as Standard Schema describes it (standardschema.dev, version 1), for form libraries and frameworks. */
export interface SignupSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'mailproof';
    readonly types?: { readonly input: string; readonly output: string } | undefined;
    readonly validate: (
      value: unknown,
    ) => Promise<
      | { readonly value: string; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string }[] }
    >;
  };
}

/**
 * Returns a Standard Schema validator: what `checkSignup` refuses is an issue with its message, and what it lets in is the
 * address without white space around it. Throws InvalidArgument for a wrong option.
 */
export function signupSchema(engine: SignupEngine, options: SignupOptions = {}): SignupSchema {
  checkSignupOptions(engine, options);
  return {
    '~standard': {
      version: 1,
      vendor: 'mailproof',
      async validate(value) {
        const { accept, message } = await checkSignup(engine, value, options);
        return accept && typeof value === 'string' ? { value: value.trim() } : { issues: [{ message }] };
      },
    },
  };
}
