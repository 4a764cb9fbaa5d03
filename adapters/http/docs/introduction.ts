/** What the description says before its operations, in Markdown. */
export const introduction = `
Will this address take mail, and which one is the address of a person? Nothing is ever sent to the addresses.

## Quick start

\`URL\` is where this page is, without \`/docs\`. \`KEY\` is an API key: the page *API keys* of the console creates one,
and so does \`mailproof keys create\`.

\`\`\`sh
URL=https://mail.example.com KEY=mp_…
\`\`\`

Verify one address:

\`\`\`sh
curl -H "X-API-Key: $KEY" "$URL/v1/verify?email=ann.baker@bakery.example.com"
\`\`\`

In the query, write \`+\` as \`%2B\`. \`status\` is what to go by: \`safe\`, \`risky\`, \`invalid\` or \`unknown\`;
\`substatus\` says why.

Verify a list as a job: submit it, ask for the job until its \`status\` is \`complete\`, then read the results. \`JOB\` is
the \`job_id\` of the first answer.

\`\`\`sh
curl -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -H 'Idempotency-Key: monday' \\
  -d '["ann.baker@bakery.example.com", "ann.smith@bakery.example.com"]' "$URL/v1/bulk"
JOB=…
curl -H "X-API-Key: $KEY" "$URL/v1/bulk/$JOB"
curl -H "X-API-Key: $KEY" -H 'Accept: text/csv' "$URL/v1/bulk/$JOB/results"
\`\`\`

Find the address of a person:

\`\`\`sh
curl -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \\
  -d '{"first_name": "Ann", "last_name": "Baker", "domain": "bakery.example.com"}' "$URL/v1/email-lookup"
\`\`\`

## API keys

Every request has the key in the header \`X-API-Key\`. A server may compare the name letter by letter. A key that begins
with \`test_\` costs nothing and gets simulated answers, which are the ones shown here.

## Credits

| what | credits, if your operator has not set others |
|---|---|
| a verification, one or in a list | 0.2 for each different address |
| a person, one or in a list | 1 for each different person |
| a single request that is repeated within a day | nothing |
| an error, whatever its status | nothing |

A list is paid for when it is submitted. With too few credits, the answer is 403 and names the balance and the price.

## Limits

| what | at most | beyond it |
|---|---|---|
| requests of an account | 20 per second; \`POST /v1/bulk\` does not count | 429 |
| addresses in a list | 100,000 | 400 |
| people in a list | 10,000 | 422 |
| \`timeout\` of a verification | 3 to 90 seconds, 70 if left out | 422 |
| \`timeout\` of a lookup | 30 to 120 seconds, 90 if left out | 422 |

## Errors

Every error is \`{"detail": "…"}\`, for a person to read: go by the status. Each operation lists its own.

| status | what to do |
|---|---|
| 400, 404, 409, 413, 422 | change the request, or wait for the job: \`detail\` says which |
| 401 | send a valid key |
| 403 | buy credits, or send a smaller list |
| 429, 503 | repeat the request after \`Retry-After\` seconds |
| 408, 500, 502 | repeat the request, with growing pauses |

## Repeats

A submission that is repeated with the same \`Idempotency-Key\` gets the first answer and is charged once: give every
list a key of its own, and repeat it without fear after a broken connection. The same key with another list is 422. A
repeated verification or lookup gets the cached result, for nothing, within a day.

Every answer has an \`X-Request-Id\`: name it to your operator if you have a question.
`.trim();
