import { expect } from "vitest";
import { CERTIFICATE } from "../../support/pem";
import { PUBLIC_FIELDS } from "../../support/public-pem";
import { KEY_FORMS, partsIn, published } from "../../support/published";
import { type Case, campaign } from "../lib/campaign";

/** A private key in every form, before, behind and in the place of a certificate: in every field for certificates, on every target. */
const CASES: Case[] = PUBLIC_FIELDS.flatMap(({ field, to: targets, specs, told }) =>
  targets.map((to) => ({
    name: `public fields, ${field}, ${to}`,
    async run() {
      const texts = Object.values(KEY_FORMS).flatMap((key) =>
        [`${CERTIFICATE}${key}`, `${key}\n${CERTIFICATE}`, key].map((text) => [key, text] as const),
      );
      for (const [key, text] of texts) {
        const { text: shown, told: reported } = published(to, specs(text));
        expect(partsIn(shown, key)).toEqual([]);
        expect(reported.map(({ object }) => object)).toEqual([told]);
      }
      return { verdict: "none found", points: texts.length };
    },
  })),
);

campaign("secrets in public fields", CASES, { sample: 3, limitMs: 120_000 });
