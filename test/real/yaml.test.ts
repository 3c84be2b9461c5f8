import { languageStory } from "../support/language-story";

languageStory(() => ({}));
