import { projectFiles } from "../../../sdk/cli/init/project";
import { packageVersion } from "../../../sdk/own-package";
import { languageStory } from "../../support/language-story";

const packageDeclaration = () => {
  const files = projectFiles("avi", { name: "story", version: packageVersion(), language: "yaml" });
  return Object.fromEntries(Object.entries(files).filter(([file]) => file.startsWith("sdks/")));
};

languageStory(() => ({ files: packageDeclaration() }));
