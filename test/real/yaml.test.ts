import { packageDeclaration } from "../../sdk/cli/init-languages";
import { packageVersion } from "../../sdk/own-package";
import { languageStory } from "../support/language-story";

languageStory(() => ({ files: packageDeclaration(packageVersion()) }));
